import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The priority of the server's writes.
@Suite struct PriorityTests {
    private func run(_ body: @escaping @Sendable (TestServer, PriorityStore) async throws -> Void) async throws {
        try await TestServer.run { server in
            let store = PriorityStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: store) { server in try await body(server, store) }
        }
    }

    @Test("V2 attempts precede other waiting writes")
    func attemptsPrecedeOtherWaitingWrites() async throws {
        try await run { server, store in
            let session = try await server.signInWithPasscode()
            store.forget()
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
            #expect(store.priorities == [.reservation, .settlement])
            let other = try await server.signIn()
            server.hasher.beforeCheck { () throws(PasscodeHasherError) in throw .outOfMemory }
            store.forget()
            #expect(try await server.verify(TestServer.passcode, other).status == 503)
            #expect(store.priorities == [.reservation, .settlement])
            #expect(try await server.account().failures == 0)
        }
    }

    @Test("V9 sweeps, activity and rewraps are background writes")
    func sweepsActivityAndRewrapsAreBackgroundWrites() async throws {
        try await run { server, store in
            let session = try await server.signIn()
            _ = try await server.takeEmails(to: "ann@example.com")
            store.forget()
            try await server.parts.sweeper.sweep()
            #expect(store.priorities.count > 6 && Set(store.priorities) == [.background])
            server.clock.advance(by: .seconds(10))
            store.forget()
            #expect(try await server.get("/api/auth/gate", bearer: session.accessToken).status == 204)
            #expect(store.priorities == [.background])
            let records = PasscodeRecordSealer(sealer: server.dependencies.sealer, random: server.dependencies.random)
            try await KeyCheck(store: store).verify(server.dependencies.sealer)
            store.forget()
            _ = try await KeyRewrap(store: store, sealer: server.dependencies.sealer, records: records).run()
            #expect(store.priorities.first == .background)
        }
    }

    @Test func anEmailsResultPrecedesRequestsWrites() async throws {
        try await run { server, store in
            let transport = FailingTransport()
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            transport.reject("bob@example.com")
            transport.reject("cay@example.com", .rejected(code: 550, address: true))
            for name in ["ann", "bob", "cay"] {
                _ = try await server.post("/api/auth/magic-link", #"{"email":"\#(name)@example.com"}"#)
                try await worker.makeAll()
                store.forget()
                try await worker.sendAll()
                #expect(store.priorities == [.request, .emailInProgress], "\(name)")
            }
            #expect(transport.attempts.count == 3)
        }
    }

    @Test func aLeasesRenewalPrecedesRequestsWrites() async throws {
        try await run { server, store in
            let transport = HeldTransport()
            try await server.whileMailing(with: transport) {
                try await server.ask(1, named: "u")
                try await waitUntil("held email") { transport.attempts.count == 1 }
                store.forget()
                try await waitUntil("renewal") { !store.priorities.isEmpty }
                #expect(Set(store.priorities) == [.emailInProgress])
            }
        }
    }

    @Test("V9 an import writes in the background")
    func anImportWritesInTheBackground() async throws {
        try await run { server, store in
            try await PasscodeImportTests.importPasscodes(
                server, (0...PasscodeImport.batchSize).map { "a\($0)@example.com" })
            // One row each starts and decides the import; two batches are staged.
            #expect(store.priorities.prefix(4) == [.request, .background, .background, .request])
            #expect(store.priorities.count > 6 && Set(store.priorities.dropFirst(4)) == [.background])
        }
    }
}
