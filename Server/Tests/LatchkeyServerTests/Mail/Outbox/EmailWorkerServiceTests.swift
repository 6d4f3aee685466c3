import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The server's email worker as a service, with its store and a transport.
@Suite(.timeLimit(.minutes(10))) struct EmailWorkerServiceTests {
    private let transport = HeldTransport()

    @Test("V9 emails are sent while hundreds wait to be rendered")
    func emailsAreSentWhileHundredsWaitToBeRendered() async throws {
        try await TestServer.run { [transport] server in
            let waiting = Shared<[Int]>([])
            transport.onSend { _ in
                let count = (try? await server.waitingRequests()) ?? -1
                waiting.change { $0.append(count) }
            }
            transport.open()
            try await server.ask(600, named: "u")
            try await server.whileMailing(with: transport) {
                try await waitUntil("made requests") { try await server.waitingRequests() == 0 }
            }
            let first = try #require(waiting.value.first)
            #expect(first > 300, "the first email was sent when \(first) were still to be made")
            #expect(waiting.value.count { $0 > 0 } > 20)
        }
    }

    @Test("V9 emails are rendered while senders wait")
    func emailsAreRenderedWhileSendersWait() async throws {
        try await TestServer.run { [transport] server in
            try await server.whileMailing(with: transport) {
                try await server.ask(EmailWorkerService.senders, named: "held")
                try await waitUntil("held emails") { transport.attempts.count == EmailWorkerService.senders }
                try await server.ask(200, named: "u")
                try await waitUntil("made requests") { try await server.waitingRequests() == 0 }
                #expect(transport.attempts.count == EmailWorkerService.senders)
            }
        }
    }

    @Test("V9 one network's many addresses delay no other client")
    func oneNetworksManyAddressesDelayNoOtherClient() async throws {
        try await TestServer.run { [transport] server in
            transport.open()
            let requests = server.parts.emailRequests
            try await server.whileMailing(with: transport) {
                for number in 0..<330 {
                    let client = ClientInfo(ip: "2001:db8:0:1:\(String(number, radix: 16))::1")
                    try await requests.ask(for: .signIn, to: "u\(number)@example.com", in: "en", client: client)
                }
                let other = ClientInfo(ip: "2001:db8:0:2::1")
                try await requests.ask(for: .signIn, to: "ann@example.com", in: "en", client: other)
                try await waitUntil("Ann's email") {
                    transport.recipients.contains("ann@example.com")
                }
            }
            #expect(transport.attempts.count <= EmailLimits.perClientAndHour + 1)
        }
    }

    @Test("V9 one site's many networks block no one else")
    func oneSitesManyNetworksBlockNoOneElse() async throws {
        try await TestServer.run { [transport] server in
            transport.open()
            let requests = server.parts.emailRequests
            @Sendable func client(_ number: Int) -> ClientInfo {
                ClientInfo(ip: "2001:db8:0:\(String(number, radix: 16))::1")
            }
            func ask(_ numbers: Range<Int>) async throws {
                for number in numbers {
                    try await requests.ask(for: .signIn, to: "u\(number)@example.com", in: "en", client: client(number))
                }
            }
            // Uses up the hourly limit, with mostly rendered requests.
            let now = server.clock.now
            try await server.dependencies.store.write { transaction in
                for number in 0..<EmailLimits.perSiteAndHour {
                    try transaction.emailRequests.insert(
                        PendingEmailRequest(
                            id: StoreContract.rowID("\(number)"), purpose: .signIn, email: "u\(number)@example.com",
                            ip: client(number).ip,
                            clientNetwork: client(number).ip.map { ClientNetwork(ip: $0).text },
                            requestedAt: now, allowanceUsedUntil: now + EmailLimits.interval, isMade: number >= 100,
                            language: "en"))
                }
            }
            try await ask(EmailLimits.perSiteAndHour..<EmailLimits.perSiteAndHour + EmailLimits.waiting)
            let other = ClientInfo(ip: "2001:db8:1:1::1")
            try await requests.ask(for: .signIn, to: "ann@example.com", in: "en", client: other)
            try await server.whileMailing(with: transport) {
                try await ask(4000..<4200)
                try await waitUntil("Ann's email") {
                    transport.recipients.contains("ann@example.com")
                }
            }
            #expect(transport.attempts.count <= 101)
        }
    }

    @Test("V9 sign-in and reset emails precede notices")
    func signInAndResetEmailsPrecedeNotices() async throws {
        try await TestServer.run { [transport] server in
            _ = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            let now = server.clock.now
            try await server.dependencies.store.write { transaction in
                for number in 0..<100 {
                    try transaction.notices.save(StoreContract.notice("\(number)", .signedIn, due: now))
                }
            }
            try await server.whileMailing(with: transport) {
                try await waitUntil("held notices") { transport.attempts.count == EmailWorkerService.senders }
                for path in ["/api/auth/magic-link", "/api/auth/reset-passcode-request"] {
                    _ = try await server.post(path, #"{"email":"ann@example.com"}"#)
                }
                try await waitUntil("made requests") { try await server.waitingRequests() == 0 }
                for _ in 0..<2 { transport.release() }
                try await waitUntil("next emails") { transport.attempts.count >= EmailWorkerService.senders + 2 }
                let next = transport.recipients.dropFirst(EmailWorkerService.senders).prefix(2)
                #expect(Set(next) == ["ann@example.com"], "\(next)")
            }
        }
    }

    @Test("V9 constant changes of settings do not flood an owner")
    func constantChangesOfSettingsDoNotFloodAnOwner() async throws {
        try await TestServer.run { [transport] server in
            transport.open()
            let session = try await server.signInWithPasscode("eve@example.com")
            _ = try await server.takeEmails(to: "eve@example.com")
            try await server.whileMailing(with: transport) {
                for _ in 0..<40 {
                    _ = try await server.changeSettings(
                        #"{"passcode_enabled":false,"current_passcode":"739105"}"#, session)
                    _ = try await server.changeSettings(#"{"passcode_enabled":true}"#, session)
                }
                _ = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#)
                try await waitUntil("Ann's email") {
                    transport.recipients.contains("ann@example.com")
                }
            }
            #expect(transport.recipients.count { $0 == "eve@example.com" } <= 2)
        }
    }

    @Test func aSlowEmailKeepsItsLease() async throws {
        try await TestServer.run { [transport] server in
            let other = FailingTransport()
            try await server.whileMailing(with: transport) {
                try await server.ask(1, named: "u")
                try await waitUntil("held email") { transport.attempts.count == 1 }
                let worker = ServerParts(server.dependencies, transport: other).emailWorker
                for _ in 0..<3 {
                    // Advances all by the lease, less the lag of a renewal.
                    server.clock.advance(by: EmailSender.lease - .milliseconds(1))
                    try await worker.drain()
                    let end = server.clock.now + EmailSender.lease
                    try await waitUntil("renewal") {
                        try await server.dependencies.store.read {
                            try $0.outbox.nextDue(at: end, isNotice: false, except: [])?.value?.nextAttemptAt == end
                        }
                    }
                }
                #expect(other.attempts.isEmpty)
            }
            #expect(transport.attempts.count == 1)
            #expect(try await server.dependencies.store.read { try $0.outbox.count() } == 0)
        }
    }
}
