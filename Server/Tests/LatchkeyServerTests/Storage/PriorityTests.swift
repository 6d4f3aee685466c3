import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Which writes of the server go before which.
@Suite struct PriorityTests {
    private func run(_ body: @escaping @Sendable (TestServer, PriorityStore) async throws -> Void) async throws {
        try await TestServer.run { server in
            let store = PriorityStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: store) { server in try await body(server, store) }
        }
    }

    @Test("V2 an attempt is reserved, settled and given back before what else waits")
    func attempts() async throws {
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

    @Test("V9 what nobody waits for is written in the background: sweeps, noted activity, new seals")
    func background() async throws {
        try await run { server, store in
            let session = try await server.signIn()
            _ = try await server.takeMails(to: "ann@example.com")
            store.forget()
            try await server.parts.sweeper.sweep()
            #expect(store.priorities.count > 6 && Set(store.priorities) == [.background])
            server.clock.advance(by: .seconds(10))
            store.forget()
            #expect(try await server.get("/api/auth/gate", bearer: session.accessToken).status == 204)
            #expect(store.priorities == [.background])
            let records = PasscodeRecords(sealer: server.dependencies.sealer, random: server.dependencies.random)
            try await KeyCheck(store: store).verify(server.dependencies.sealer)
            store.forget()
            _ = try await KeyRewrap(store: store, sealer: server.dependencies.sealer, records: records).run()
            #expect(store.priorities.first == .background)
        }
    }
}
