import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct MailLimitsTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)

    /// Mails of one address, asked for through the limits.
    private final class Address {
        var requests: [MailRequest] = []

        /// Returns whether one more is allowed, and counts it if so.
        func ask(at now: Timestamp, clientCount: Int = 0) -> Bool {
            let recent = requests.filter { $0.requestedAt > now - MailLimits.window }
            guard let end = MailLimits.allowance(recent: recent, clientCount: clientCount, at: now) else {
                return false
            }
            requests.append(
                MailRequest(
                    id: "\(requests.count)", purpose: .signIn, email: "ann@example.com", ip: nil, eventID: nil,
                    requestedAt: now, allowanceUsedUntil: end, isMade: true))
            return true
        }
    }

    @Test("V9 an address gets five mails at once, and one more each minute")
    func burst() {
        let address = Address()
        let atOnce = (0..<7).map { _ in address.ask(at: Self.start) }
        #expect(atOnce == [true, true, true, true, true, false, false])
        for minute in 1...3 {
            let next = Self.start + .minutes(minute)
            #expect(!address.ask(at: next - .milliseconds(1)))
            #expect(address.ask(at: next))
            #expect(!address.ask(at: next))
        }
    }

    @Test("V9 the allowance never grows beyond five, however long nobody asks")
    func allowanceIsCapped() {
        let address = Address()
        #expect(address.ask(at: Self.start))
        let later = Self.start + .days(3)
        #expect((0..<6).map { _ in address.ask(at: later) } == [true, true, true, true, true, false])
    }

    @Test("V9 an address gets twenty mails an hour, and the next exactly an hour after the first")
    func perHour() {
        let address = Address()
        for _ in 0..<5 { #expect(address.ask(at: Self.start)) }
        for minute in 1...15 { #expect(address.ask(at: Self.start + .minutes(minute))) }
        for minute in 16...59 { #expect(!address.ask(at: Self.start + .minutes(minute))) }
        #expect(!address.ask(at: Self.start + .hours(1) - .milliseconds(1)))
        #expect(address.ask(at: Self.start + .hours(1)))
    }

    @Test("V9 a client gets 300 mails an hour", arguments: [(0, true), (299, true), (300, false), (301, false)])
    func perClient(_ count: Int, _ isAllowed: Bool) {
        let address = Address()
        #expect(address.ask(at: Self.start, clientCount: count) == isAllowed)
    }

    @Test(
        "V9 beyond the limit the answer is still 202, and nothing is made, sent or ended",
        arguments: ["/api/auth/magic-link", "/api/auth/reset-passcode-request"])
    func beyondTheLimit(_ path: String) async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            server.clock.advance(by: .hours(1))
            _ = try await server.takeMails(to: "ann@example.com")
            let body = #"{"email":"ann@example.com"}"#
            for _ in 0..<5 { #expect(try await server.post(path, body).status == 202) }
            let mails = try await server.takeMails(to: "ann@example.com")
            #expect(mails.count == 5)
            for _ in 0..<3 {
                let answer = try await server.post(path, body)
                #expect(answer.status == 202 && answer.text == "{}")
            }
            server.clock.advance(by: .milliseconds(59_999))
            #expect(try await server.post(path, body).status == 202)
            #expect(try await server.takeMails(to: "ann@example.com").isEmpty)
            let current = try await server.currentTokens("ann@example.com")
            #expect(current == 1, "the newest of the five still counts")
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.post(path, body).status == 202)
            #expect(try await server.takeMails(to: "ann@example.com").count == 1)
        }
    }

    @Test("V9 a code that was sent stays good while more mails are asked for in vain")
    func anOlderCodeStaysGood() async throws {
        try await TestServer.run { server in
            let body = #"{"email":"ann@example.com"}"#
            for _ in 0..<4 { _ = try await server.post("/api/auth/magic-link", body) }
            let code = try #require(try await server.signInMail("ann@example.com").code)
            for _ in 0..<10 { _ = try await server.post("/api/auth/magic-link", body) }
            #expect(try await server.takeMails(to: "ann@example.com").isEmpty)
            let answer = try await server.post(
                "/api/auth/magic-link/verify", #"{"email":"ann@example.com","code":"\#(code)"}"#)
            #expect(answer.status == 200)
        }
    }

    @Test("V9 sign-in, reset and other addresses have allowances of their own; notices have no limit")
    func allowancesAreSeparate() async throws {
        try await TestServer.run { server in
            let body = #"{"email":"ann@example.com"}"#
            let session = try await server.signInWithPasscode()
            for _ in 0..<6 { _ = try await server.post("/api/auth/magic-link", body) }
            _ = try await server.takeMails(to: "ann@example.com")
            _ = try await server.post("/api/auth/reset-passcode-request", body)
            #expect(try await server.takeMails(to: "ann@example.com").map(\.subject) == ["Reset your passcode"])
            #expect(try await server.signInMail("bob@example.com").code != nil)
            var current = session
            for index in 0..<25 {
                let (old, new) = index.isMultiple(of: 2) ? ("739105", "580293") : ("580293", "739105")
                current = try await server.set(
                    #"{"passcode":"\#(new)","current_passcode":"\#(old)"}"#, current
                ).session()
                #expect(try await server.takeMails(to: "ann@example.com").count == 1, "notice \(index)")
            }
        }
    }

    @Test("V9 one client address gets 300 mails an hour over all addresses and purposes, and another gets its own")
    func clientAddresses() async throws {
        try await TestServer.run { server in
            let mail = MailRequests(dependencies: server.dependencies)
            let office = ClientInfo(ip: "192.0.2.1")
            for number in 0..<300 {
                let purpose: MailPurpose = number.isMultiple(of: 2) ? .signIn : .reset
                try await mail.ask(for: purpose, to: "u\(number)@example.com", in: "en", client: office)
            }
            func isTaken(_ email: String, _ client: ClientInfo) async throws -> Bool {
                try await mail.ask(for: .signIn, to: email, in: "en", client: client)
                let now = server.clock.now()
                return try await server.dependencies.store.read {
                    try !$0.mailRequests.recent(email: email, purpose: .signIn, after: now - .hours(1)).isEmpty
                }
            }
            #expect(try await !isTaken("one@example.com", office))
            #expect(try await isTaken("two@example.com", ClientInfo(ip: "192.0.2.2")))
            server.clock.advance(by: .hours(1) - .milliseconds(1))
            #expect(try await !isTaken("three@example.com", office))
            server.clock.advance(by: .milliseconds(1))
            #expect(try await isTaken("four@example.com", office))
        }
    }
}

extension TestServer {
    /// How many of an address's sign-in and reset tokens are stored.
    func currentTokens(_ email: String) async throws -> Int {
        try await dependencies.store.read { repositories in
            try [MailPurpose.signIn, .reset].count {
                try repositories.oneTimeTokens.current(email: email, purpose: $0) != nil
            }
        }
    }
}
