import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Notices of one kind to one account within ten minutes are combined.
@Suite struct RepeatedNoticeTests {
    private static let off = "Your passcode was turned off"

    private func toggle(_ server: TestServer, _ session: SessionResponse) async throws {
        for json in [#"{"passcode_enabled":false,"current_passcode":"739105"}"#, #"{"passcode_enabled":true}"#] {
            #expect(try await server.changeSettings(json, session).status == 200)
        }
    }

    private func subjects(_ server: TestServer, _ email: String = "ann@example.com") async throws -> [String] {
        try await server.takeEmails(to: email).map(\.subject)
    }

    @Test("V9 the first event is sent immediately, later ones combined")
    func theFirstEventIsSentImmediatelyLaterOnesCombined() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            try await toggle(server, session)
            let first = try await server.takeEmails(to: "ann@example.com")
            #expect(first.map(\.subject).sorted() == [Self.off, "Your passcode was turned on"])
            #expect(first.allSatisfy { !$0.text.contains("times since") })
            server.clock.advance(by: .seconds(1))
            for _ in 0..<9 { try await toggle(server, session) }
            #expect(try await subjects(server).isEmpty)
            server.clock.advance(by: Notice.interval - .seconds(1) - .milliseconds(1))
            #expect(try await subjects(server).isEmpty)
            server.clock.advance(by: .milliseconds(1))
            let later = try await server.takeEmails(to: "ann@example.com")
            #expect(later.map(\.subject).sorted() == [Self.off, "Your passcode was turned on"])
            let words = #/This happened 9 times since 15 January 2027[^.]+8:00 UTC\./#
            #expect(later.allSatisfy { $0.text.contains(words) })
            server.clock.advance(by: Notice.interval)
            #expect(try await subjects(server).isEmpty)
        }
    }

    @Test func firstEmailIncludesAllEventsBeforeItsRendering() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            for _ in 0..<3 { try await toggle(server, session) }
            let emails = try await server.takeEmails(to: "ann@example.com").filter { $0.subject == Self.off }
            #expect(emails.count == 1 && emails[0].text.contains("This happened 3 times since"))
        }
    }

    @Test func noticeIntervalStartsAtLastEmailPerKindAndAccount() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            #expect(try await subjects(server) == ["New sign-in to your account"])
            server.clock.advance(by: Notice.interval - .milliseconds(1))
            _ = try await server.signIn("bob@example.com")
            #expect(try await subjects(server, "bob@example.com") == ["New sign-in to your account"])
            let session = try await server.signIn()
            _ = try await server.setPasscode(session)
            #expect(try await subjects(server) == ["A passcode was set"])
            server.clock.advance(by: .milliseconds(1))
            let emails = try await server.takeEmails(to: "ann@example.com")
            #expect(emails.map(\.subject) == ["New sign-in to your account"])
            #expect(emails.allSatisfy { !$0.text.contains("times since") })
        }
    }

    @Test func clockSetBackDoesNotDelayNotices() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            #expect(try await subjects(server) == ["New sign-in to your account"])
            server.clock.advance(by: .hours(-2))
            _ = try await server.signIn()
            #expect(try await subjects(server) == ["New sign-in to your account"])
        }
    }

    @Test func aWaitingNoticeIsSentAfterAClockChange() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            #expect(try await subjects(server) == ["New sign-in to your account"])
            _ = try await server.signIn()
            #expect(try await subjects(server) == [])
            server.clock.advance(by: .hours(-2))
            #expect(try await subjects(server) == ["New sign-in to your account"])
            #expect(try await subjects(server) == [])
        }
    }

    @Test func theEmailAndItsCountAreInTheAccountsLanguage() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.changeSettings(#"{"language":"fr"}"#, session)
            for _ in 0..<2 { try await toggle(server, session) }
            let texts = try await server.takeEmails(to: "ann@example.com").map(\.text)
            let words = #/Cela s’est produit 2\u{A0}fois depuis le 15 janvier 2027[^.]+8:00 UTC\./#
            #expect(texts.contains { $0.contains(words) })
        }
    }

    @Test func twoWorkersOnOneDatabaseSendOneNotice() async throws {
        try await TestServer.run { server in
            try await TestServer.run(sharing: server) { other in
                let transport = FailingTransport()
                for number in 0..<20 { _ = try await server.signIn("u\(number)@example.com") }
                let workers = [server, other].map { server in
                    ServerParts(server.dependencies, transport: transport).emailWorker
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for worker in workers + workers { group.addTask { try await worker.drain() } }
                    try await group.waitForAll()
                }
                let told = transport.sent.map(\.recipient)
                #expect(Set(told).count == told.count)
            }
        }
    }
}
