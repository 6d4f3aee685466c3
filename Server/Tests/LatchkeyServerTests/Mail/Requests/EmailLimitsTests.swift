import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct EmailLimitsTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)

    /// Email requests of one address under the limits.
    private final class Address {
        var requests: [PendingEmailRequest] = []

        /// Returns whether another request is allowed, and records it if so.
        func ask(at now: Timestamp, clientCount: Int = 0, siteCount: Int = 0, waiting: Int = 0) -> Bool {
            let recent = requests.filter { $0.requestedAt > now - EmailLimits.window }
            let usage = EmailLimits.Usage(recent: recent, byClient: clientCount, bySite: siteCount, waiting: waiting)
            guard let end = EmailLimits.allowance(after: usage, at: now) else { return false }
            requests.append(
                PendingEmailRequest(
                    id: "\(requests.count)", purpose: .signIn, email: "ann@example.com", ip: nil,
                    requestedAt: now, allowanceUsedUntil: end, isMade: true))
            return true
        }
    }

    @Test("V9 an address gets five emails, then one a minute")
    func anAddressGetsFiveEmailsThenOneAMinute() {
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

    @Test("V9 the allowance never exceeds five")
    func theAllowanceNeverExceedsFive() {
        let address = Address()
        #expect(address.ask(at: Self.start))
        let later = Self.start + .days(3)
        #expect((0..<6).map { _ in address.ask(at: later) } == [true, true, true, true, true, false])
    }

    @Test("V15 a damaged row uses up one burst at most")
    func aDamagedRowUsesUpOneBurstAtMost() {
        let address = Address()
        address.requests = [
            PendingEmailRequest(
                id: "damaged", purpose: .signIn, email: "ann@example.com", ip: nil,
                requestedAt: Self.start, allowanceUsedUntil: Timestamp(milliseconds: StoredValue.numbers.upperBound),
                isMade: true)
        ]
        #expect(!address.ask(at: Self.start + EmailLimits.interval - .milliseconds(1)))
        #expect(address.ask(at: Self.start + EmailLimits.interval))
        #expect(!address.ask(at: Self.start + EmailLimits.interval))
    }

    @Test("V9 an address gets twenty emails an hour")
    func anAddressGetsTwentyEmailsAnHour() {
        let address = Address()
        for _ in 0..<5 { #expect(address.ask(at: Self.start)) }
        for minute in 1...15 { #expect(address.ask(at: Self.start + .minutes(minute))) }
        for minute in 16...59 { #expect(!address.ask(at: Self.start + .minutes(minute))) }
        #expect(!address.ask(at: Self.start + .hours(1) - .milliseconds(1)))
        #expect(address.ask(at: Self.start + .hours(1)))
    }

    @Test(
        "V9 ASVS-2.4.1 a client gets 300 emails an hour",
        arguments: [(0, true), (299, true), (300, false), (301, false)])
    func aClientGets300EmailsAnHour(_ count: Int, _ isAllowed: Bool) {
        let address = Address()
        #expect(address.ask(at: Self.start, clientCount: count) == isAllowed)
    }

    @Test("V9 an IPv6 site gets 1,200 emails an hour", arguments: [(1_199, true), (1_200, false), (1_201, false)])
    func anIPv6SiteGets1200EmailsAnHour(_ count: Int, _ isAllowed: Bool) {
        let address = Address()
        #expect(address.ask(at: Self.start, siteCount: count) == isAllowed)
    }

    @Test("V9 at most 2,000 requests wait", arguments: [(1_999, true), (2_000, false), (2_001, false)])
    func atMost2000RequestsWait(_ count: Int, _ isAllowed: Bool) {
        let address = Address()
        #expect(address.ask(at: Self.start, waiting: count) == isAllowed)
    }

    @Test(
        "V9 requests over the limit return 202 but send nothing",
        arguments: ["/api/auth/magic-link", "/api/auth/reset-passcode-request"])
    func requestsOverTheLimitReturn202ButSendNothing(_ path: String) async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            server.clock.advance(by: .hours(1))
            _ = try await server.takeEmails(to: "ann@example.com")
            let body = #"{"email":"ann@example.com"}"#
            for number in 1...5 {
                #expect(try await server.post(path, body).status == 202)
                #expect(try await server.takeEmails(to: "ann@example.com").count == 1, "\(number)")
            }
            for _ in 0..<3 {
                let response = try await server.post(path, body)
                #expect(response.status == 202 && response.text == "{}")
            }
            server.clock.advance(by: .milliseconds(59_999))
            #expect(try await server.post(path, body).status == 202)
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
            let current = try await server.currentTokens("ann@example.com")
            #expect(current == 1, "the newest of the five still counts")
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.post(path, body).status == 202)
            #expect(try await server.takeEmails(to: "ann@example.com").count == 1)
        }
    }

    @Test("V9 a sent code stays valid over the limit")
    func aSentCodeStaysValidOverTheLimit() async throws {
        try await TestServer.run { server in
            let body = #"{"email":"ann@example.com"}"#
            for _ in 0..<4 { _ = try await server.post("/api/auth/magic-link", body) }
            let code = try #require(try await server.signInEmail("ann@example.com").code)
            for _ in 0..<10 { _ = try await server.post("/api/auth/magic-link", body) }
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
            let response = try await server.post(
                "/api/auth/magic-link/verify", #"{"email":"ann@example.com","code":"\#(code)"}"#)
            #expect(response.status == 200)
        }
    }

    @Test("V9 each purpose and address has its own allowance")
    func eachPurposeAndAddressHasItsOwnAllowance() async throws {
        try await TestServer.run { server in
            let body = #"{"email":"ann@example.com"}"#
            _ = try await server.signInWithPasscode()
            for _ in 0..<6 { _ = try await server.post("/api/auth/magic-link", body) }
            _ = try await server.takeEmails(to: "ann@example.com")
            _ = try await server.post("/api/auth/reset-passcode-request", body)
            #expect(try await server.takeEmails(to: "ann@example.com").map(\.subject) == ["Reset your passcode"])
            #expect(try await server.signInEmail("bob@example.com").code != nil)
        }
    }

    @Test("V9 a client gets 300 emails an hour over all addresses")
    func aClientGets300EmailsAnHourOverAllAddresses() async throws {
        try await TestServer.run { server in
            let service = server.parts.emailRequests
            let office = ClientInfo(ip: "192.0.2.1")
            for number in 0..<300 {
                let purpose: EmailPurpose = number.isMultiple(of: 2) ? .signIn : .reset
                try await service.ask(for: purpose, to: "u\(number)@example.com", in: "en", client: office)
            }
            func isTaken(_ email: String, _ client: ClientInfo) async throws -> Bool {
                try await server.isTaken(email, client)
            }
            #expect(try await !isTaken("one@example.com", office))
            #expect(try await isTaken("two@example.com", ClientInfo(ip: "192.0.2.2")))
            server.clock.advance(by: .hours(1) - .milliseconds(1))
            #expect(try await !isTaken("three@example.com", office))
            server.clock.advance(by: .milliseconds(1))
            #expect(try await isTaken("four@example.com", office))
        }
    }

    @Test("V9 an IPv6 network counts as one client")
    func anIPv6NetworkCountsAsOneClient() async throws {
        try await TestServer.run { (server) async throws in
            for number in 0..<300 {
                let client = ClientInfo(ip: "2001:db8:0:1:\(String(number, radix: 16))::1")
                #expect(try await server.isTaken("u\(number)@example.com", client))
            }
            #expect(try await !server.isTaken("one@example.com", ClientInfo(ip: "2001:db8:0:1:ffff:ffff:ffff:ffff")))
            #expect(try await server.isTaken("two@example.com", ClientInfo(ip: "2001:db8:0:2::1")))
        }
    }

    @Test("V9 the queue limit of 2,000 holds")
    func theQueueLimitOf2000Holds() async throws {
        try await TestServer.run { (server) async throws in
            let now = server.clock.now
            try await server.dependencies.store.write { transaction in
                for number in 0..<1_999 {
                    try transaction.emailRequests.insert(
                        PendingEmailRequest(
                            id: StoreContract.rowID("\(number)"), purpose: number.isMultiple(of: 2) ? .signIn : .reset,
                            email: "u\(number)@example.com", ip: nil, requestedAt: now,
                            allowanceUsedUntil: now, isMade: false))
                }
                // Requests of unknown kinds from a newer server are not included.
                try transaction.emailRequests.insert(StoreContract.request("n", .notice))
            }
            #expect(try await server.isTaken("one@example.com", ClientInfo(ip: nil)))
            #expect(try await !server.isTaken("two@example.com", ClientInfo(ip: nil)))
            let id = StoreContract.rowID("7")
            #expect(try await server.dependencies.store.write { try $0.emailRequests.markMade(id: id) })
            #expect(try await server.isTaken("three@example.com", ClientInfo(ip: nil)))
            #expect(try await !server.isTaken("four@example.com", ClientInfo(ip: nil)))
        }
    }

    @Test func aClockChangeDoesNotProlongTheEmailLimit() async throws {
        try await TestServer.run { (server) async throws in
            let office = ClientInfo(ip: "192.0.2.1")
            for _ in 0..<5 { #expect(try await server.isTaken("ann@example.com", office)) }
            server.clock.advance(by: .hours(-2))
            #expect(try await !server.isTaken("ann@example.com", office))
            server.clock.advance(by: .minutes(1) - .milliseconds(1))
            #expect(try await !server.isTaken("ann@example.com", office))
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.isTaken("ann@example.com", office))
            #expect(try await !server.isTaken("ann@example.com", office))
        }
    }
}

extension TestServer {
    /// Requests a sign-in email, and returns whether it is within the limits.
    fileprivate func isTaken(_ email: String, _ client: ClientInfo) async throws -> Bool {
        let store = dependencies.store
        func count() async throws -> Int {
            try await store.read {
                try $0.emailRequests.recent(email: email, purpose: .signIn, after: Timestamp(milliseconds: 0)).count
            }
        }
        let before = try await count()
        try await parts.emailRequests.ask(for: .signIn, to: email, in: "en", client: client)
        return try await count() > before
    }

    /// Returns the number of an address's sign-in and reset tokens.
    func currentTokens(_ email: String) async throws -> Int {
        try await dependencies.store.read { transaction in
            try [EmailPurpose.signIn, .reset].count {
                try transaction.oneTimeTokens.current(email: email, purpose: $0) != nil
            }
        }
    }
}
