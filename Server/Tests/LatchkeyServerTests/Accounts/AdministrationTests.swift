import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Account operations of the operator.
@Suite struct AdministrationTests {
    @Test("ASVS-7.4.5 ending sessions ends all and keeps the passcode")
    func endingSessionsEndsAllAndKeepsThePasscode() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let page = try await server.signInPageLater()
            #expect(try await server.sessionReports().count == 2)
            try await server.apply(.endSessions)
            #expect(try await server.status(session) == 401)
            #expect(try await server.get("/api/auth/me", cookie: page).status == 401)
            #expect(try await server.refresh(session.refreshToken).status == 401)
            #expect(try await server.sessionReports().isEmpty)
            #expect(try await server.signInLater().user.locked)
            #expect(try await server.kinds().filter { $0 == .endedByAdmin }.count == 2)
        }
    }

    @Test("V14 V19 operators end one session and shut one device")
    func operatorsEndOneSessionAndShutOneDevice() async throws {
        try await TestServer.run { server in
            let (session, device) = try await server.signInWithDevice()
            let page = try await server.signInPageLater()
            let (ann, administration) = (try EmailAddress(member: "ann@example.com"), server.administration)
            let app = try #require(try await server.sessionReports().first { $0.transport == .bearer }).id
            #expect(try await administration.devices(of: ann)?.map(\.id) == [device.id])
            for changed in [true, false] {
                #expect(try await administration.endSession(app, of: ann)?.changed == changed)
                #expect(try await administration.shutDevice(device.id, of: ann)?.changed == changed)
            }
            #expect(try await server.status(session) == 401)
            #expect(try await server.get("/api/auth/me", cookie: page).status != 401)
            #expect(try await server.open(device) == 410)
            #expect(try await administration.devices(of: ann)?.isEmpty == true)
            #expect(try await server.kinds().starts(with: [.deviceShutByAdmin, .endedByAdmin]))
            let entries = try await server.entries()
            #expect(entries.map(\.act) == [.deviceShut, .sessionEnded])
            #expect(entries.allSatisfy { $0.author == .operator && $0.accountEmail == ann.text })
        }
    }

    @Test func operatorsInviteByEmail() async throws {
        try await TestServer.run { server in
            for (name, count) in [("ann", 1), ("bob", 0)] {
                let address = try EmailAddress(member: "\(name)@example.com")
                let id = server.dependencies.random.makeID()
                #expect(try await server.administration.add(address, id: id, isInvited: count == 1) != nil)
                #expect(try await server.takeEmails(to: address.text).count == count)
            }
            #expect(try await server.entries().map(\.author) == [.operator, .operator])
        }
    }

    @Test("NIST-3.1.1.2-9 ASVS-6.4.6 ASVS-6.5.6 a required reset deletes the passcode until a reset")
    func aRequiredResetDeletesThePasscodeUntilAReset() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            #expect(try await server.apply(.requireReset).account.details?.passcode == .resetRequired)
            #expect(try await server.status(session) == 401)
            #expect(try await server.account().passcodeHash == nil)
            let next = try await server.signInLater()
            #expect(try await server.verify(TestServer.passcode, next).problem == "passcode-reset-required")
            #expect(try await server.resetPasscode(to: "580293", next).status == 200)
            #expect(try await server.kinds().contains(.resetRequiredByAdmin))
        }
    }

    @Test func resetCannotBeRequiredWithoutAPasscode() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            await #expect(throws: AccountChangeError.passcodeNotSet) { try await server.apply(.requireReset) }
            #expect(try await server.status(session) == 200)
        }
    }

    @Test(
        "ASVS-7.4.2 ASVS-8.3.2 a suspended account gets no session")
    func aSuspendedAccountGetsNoSession() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: EmailLimits.interval)
            let link = try await server.signInEmail("ann@example.com")
            let reset = try await server.resetEmail()
            try await server.apply(.suspend)
            #expect(try await server.status(session) == 401)
            #expect(try await server.refresh(session.refreshToken).status == 401)
            #expect(try await server.signIn(by: link).problem == "invalid-code")
            #expect(try await server.reset(by: reset).problem == "invalid-code")
            server.clock.advance(by: EmailLimits.interval)
            for path in ["/api/auth/magic-link", "/api/auth/reset-passcode-request"] {
                #expect(try await server.post(path, #"{"email":"ann@example.com"}"#).status == 202)
            }
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
            #expect(try await server.storedSessions().isEmpty)
        }
    }

    @Test func linksOfASuspendedAccountAreRejected() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            server.clock.advance(by: EmailLimits.interval)
            let link = try await server.signInEmail("ann@example.com")
            let reset = try await server.resetEmail()
            // Simulates an older server, which keeps the tokens.
            try await server.alterAccount { $0.suspendedAt = $0.createdAt }
            #expect(try await server.signIn(by: link).problem == "invalid-code")
            #expect(try await server.reset(by: reset).problem == "invalid-code")
            #expect(try await server.account().passcodeHash != nil)
        }
    }

    @Test func aResumedAccountSignsInAgainWithItsPasscode() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            try await server.apply(.suspend)
            try await server.apply(.resume)
            let session = try await server.signInLater()
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
            #expect(try await server.kinds().contains(.suspended))
            #expect(try await server.kinds().contains(.resumed))
        }
    }

    @Test("V14 a suspension is recorded as activity but not emailed")
    func aSuspensionIsRecordedAsActivityButNotEmailed() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            try await server.apply(.suspend)
            server.clock.advance(by: Notice.interval)
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
            #expect(try await server.kinds().first == .suspended)
        }
    }

    @Test("V14 V18 suspended users get emails about acts of administrators")
    func suspendedUsersGetEmailsAboutActsOfAdministrators() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            try await server.apply(.requireReset)
            try await server.apply(.suspend)
            server.clock.advance(by: Notice.interval)
            let emails = try await server.takeEmails(to: "ann@example.com")
            #expect(emails.map(\.subject) == ["Your passcode must be reset"])
        }
    }

    @Test(arguments: [AccountChange.suspend, .resume, .requireReset, .endSessions])
    func repeatedChangeHasNoEffectAndIsReportedUnchanged(change: AccountChange) async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            if change == .resume { try await server.apply(.suspend) }
            let first = try await server.apply(change)
            let kinds = try await server.kinds()
            server.clock.advance(by: .minutes(1))
            let second = try await server.apply(change)
            #expect(second.account == first.account && first.changed && !second.changed)
            #expect(try await server.kinds() == kinds)
        }
    }

    @Test func expiredSessionsDoNotCountAsEnded() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            server.clock.advance(by: .days(30))
            #expect(try await !server.apply(.endSessions).changed)
            #expect(try await !server.kinds().contains(.endedByAdmin))
        }
    }
}

extension TestServer {
    var administration: AccountAdministration {
        AccountAdministration(store: dependencies.store, activity: parts.activity, rules: dependencies.settings.rules)
    }

    @discardableResult
    func apply(_ change: AccountChange) async throws -> AccountChangeReport {
        try #require(try await administration.apply(change, to: EmailAddress(member: "ann@example.com")))
    }

    fileprivate func sessionReports() async throws -> [SessionReport] {
        try #require(try await administration.sessions(of: EmailAddress(member: "ann@example.com")))
    }

    /// The kinds of the account's events, newest first.
    func kinds() async throws -> [ActivityKind] {
        let id = try await account().id
        return try await dependencies.store.read { transaction in
            try transaction.activity.page(accountID: id, before: nil, limit: 200).compactMap(\.value?.kind)
        }
    }

    fileprivate func signInPageLater() async throws -> String {
        clock.advance(by: EmailLimits.interval)
        return try await signInPage()
    }

    fileprivate func signIn(by email: TestEmail) async throws -> TestResponse {
        let token = try #require(email.token)
        return try await post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#)
    }

    fileprivate func reset(by email: TestEmail) async throws -> TestResponse {
        let token = try #require(email.token)
        return try await post(
            "/api/auth/reset-passcode", #"{"token":"\#(token)","new_passcode":"580293","transport":"bearer"}"#)
    }
}
