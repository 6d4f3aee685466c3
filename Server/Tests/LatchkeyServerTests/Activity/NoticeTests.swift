import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct NoticeTests {
    @Test("V14 ASVS-6.3.5 passcode changes and sign-ins are recorded and emailed")
    func passcodeChangesAndSignInsAreRecordedAndEmailed() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, session)
            _ = try await server.changeSettings(#"{"passcode_enabled":true}"#, session)
            _ = try await server.changeSettings(#"{"passcode_timeout_minutes":5}"#, session)
            let changed = try await server.post(
                "/api/auth/set-passcode", #"{"passcode":"580293","current_passcode":"739105"}"#,
                bearer: session.accessToken
            ).session()
            let email = try await server.resetEmail()
            let reset = try await server.post(
                "/api/auth/reset-passcode", #"{"token":"\#(email.token ?? "")","new_passcode":"481926"}"#,
                bearer: changed.accessToken
            ).session()
            let page = try await server.get("/api/auth/activity", bearer: reset.accessToken).decode(ActivityPage.self)
            #expect(
                page.events.map(\.kind) == [
                    .passcodeReset, .passcodeResetRequested, .passcodeChanged, .timeoutChanged, .passcodeEnabled,
                    .passcodeDisabled, .passcodeSet, .signedIn,
                ])
        }
    }

    @Test(
        """
        V14 NIST-5.3-1 ASVS-6.3.7 ASVS-14.2.1 ASVS-16.2.1 ASVS-16.3.1 each event is recorded and emailed with a \
        single-use link
        """, arguments: NoticeEvent.all)
    func everyEventIsEmailed(_ event: NoticeEvent) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            server.clock.advance(by: Notice.interval)
            _ = try await server.get("/api/auth/sessions", bearer: session.accessToken)
            try await event.happen(server, session)
            let id = try await server.account().id
            let kinds = try await server.dependencies.store.read { transaction in
                try transaction.activity.page(accountID: id, before: nil, limit: 9).map(\.value?.kind)
            }
            #expect(kinds.contains(event.kind))
            var emails: [TestEmail] = []
            // Repetition sends no second notice, regardless of the interval.
            for _ in 0..<3 {
                emails += try await server.takeEmails(to: "ann@example.com").filter { $0.subject == event.subject }
                server.clock.advance(by: Notice.interval)
            }
            #expect(emails.count == 1)
            let email = try #require(emails.first)
            #expect(email.code == nil && email.link?.hasPrefix("\(TestServer.origin)/disown#token=") == true)
            #expect(email.text.contains("Your passcode must then be reset") == event.requiresReset)
            let wasRequired = try await server.account().resetRequired
            #expect(try await server.disown(email) == 204)
            #expect(try await server.storedSessions().isEmpty)
            #expect(try await server.status(session) == 401)
            #expect(try await server.account().resetRequired == (event.requiresReset || wasRequired))
            #expect(try await server.account().hasPasscode)
            #expect(try await server.disown(email) == 400)
        }
    }

    @Test("V14 every kind of event has a notice or is excluded")
    func everyKindOfEventHasANoticeOrIsExcluded() {
        let silent: [ActivityKind] = [
            .signedOut, .passcodeResetRequested, .passcodeFailed, .unlockedAfterFailures, .timeoutChanged, .disowned,
            .suspended, .administered,
        ]
        // ProviderAccountTests changes an address.
        let notified = NoticeEvent.all.map(\.kind) + [.emailChanged]
        #expect(Set(notified + silent) == Set(ActivityKind.allCases))
        // Attempts that end a session send its notice; other ends do not.
        #expect((silent + [.sessionEnded]).allSatisfy { NoticeKind($0) == nil })
        #expect(notified.allSatisfy { $0 == .sessionEnded || NoticeKind($0) != nil })
        #expect(
            Set(notified.map(\.rawValue) + ["account_deleted", "email_replaced", "invited"])
                == Set(NoticeKind.allCases.map(\.rawValue)))
    }

    @Test("V5 a notice's link is valid for 30 days", arguments: [(-1, 204), (0, 400)])
    func aNoticesLinkIsValidFor30Days(milliseconds: Int, expected: Int) async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            let notice = try #require(try await server.takeEmails(to: "ann@example.com").first)
            _ = try await server.signInLater()
            _ = try await server.takeEmails(to: "ann@example.com")
            server.clock.advance(by: .days(30) - .minutes(1) + .milliseconds(milliseconds))
            #expect(try await server.disown(notice) == expected)
        }
    }

    @Test("V14 ASVS-6.3.5 ASVS-16.3.1 a block and the failures before it are recorded")
    func aBlockAndTheFailuresBeforeItAreRecorded() async throws {
        try await TestServer.run { server in
            try await server.blockAccount()
            let id = try await server.account().id
            let kinds = try await server.dependencies.store.read { transaction in
                try transaction.activity.page(accountID: id, before: nil, limit: 200).map(\.value?.kind)
            }
            #expect(kinds.first == .passcodeBlocked)
            #expect(kinds.filter { $0 == .passcodeFailed }.count == 30)
        }
    }

    @Test("ASVS-7.4.2 deletion removes the passcode and all account data")
    func deletionRemovesThePasscodeAndAllAccountData() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let path = "/api/auth/account"
            #expect(
                try await server.send(.delete, path, "{}", bearer: session.accessToken).problem == "invalid-request")
            let wrong = try await server.send(
                .delete, path, #"{"current_passcode":"739106"}"#, bearer: session.accessToken)
            #expect(wrong.problem == "incorrect-passcode")
            let right = try await server.send(
                .delete, path, #"{"current_passcode":"739105"}"#, bearer: session.accessToken)
            #expect(right.status == 204)
            #expect(try await server.status(session) == 401)
            let asked = try await server.dependencies.store.read { transaction in
                try transaction.emailRequests.recent(
                    email: "ann@example.com", purpose: .signIn, after: Timestamp(milliseconds: 0))
            }
            #expect(asked.count == 1 && asked.allSatisfy(\.isMade), "it still counts towards the limits")
            #expect(try await server.signIn().user.hasPasscode == false)
        }
    }

    @Test("V12 ASVS-7.5.2 ASVS-8.2.2 ASVS-10.4.9 users can end only their own sessions")
    func usersCanEndOnlyTheirOwnSessions() async throws {
        try await TestServer.run { server in
            let mine = try await server.signIn()
            let other = try await server.signIn()
            let stranger = try await server.signIn("eve@example.com")
            let list = try await server.get("/api/auth/sessions", bearer: mine.accessToken).decode(SessionList.self)
            #expect(list.sessions.count == 2)
            let id = try #require(list.sessions.first { !$0.current }?.id)
            let path = "/api/auth/sessions/\(id)"
            #expect(try await server.send(.delete, path, bearer: stranger.accessToken).problem == "not-found")
            #expect(try await server.send(.delete, path, bearer: mine.accessToken).status == 204)
            #expect(try await server.send(.delete, path, bearer: mine.accessToken).problem == "not-found")
            #expect(try await server.status(other) == 401)
            #expect(try await server.status(mine) == 200)
        }
    }
}

extension TestServer {
    func disown(_ email: TestEmail) async throws -> Int {
        try await post("/api/auth/disown", #"{"token":"\#(email.token ?? "")"}"#).status
    }
}
