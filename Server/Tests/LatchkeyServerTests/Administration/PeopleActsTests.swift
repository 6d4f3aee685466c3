import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The acts of administrators.
@Suite struct PeopleActsTests {
    /// An act on an account that it changes.
    struct Act: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let method: HTTPRequest.Method
        let path: String
        let entry: AdministrationAct
        let subject: String?
        /// Whether it removes the account.
        var removes: Bool { entry == .removed }

        init(_ method: HTTPRequest.Method, _ path: String, _ entry: AdministrationAct, _ subject: String?) {
            (testDescription, self.method, self.path) = (entry.rawValue, method, path)
            (self.entry, self.subject) = (entry, subject)
        }
    }

    static let acts = [
        Act(.delete, "/sessions/SESSION", .sessionEnded, "Your sessions were ended"),
        Act(.delete, "/sessions", .sessionsEnded, "Your sessions were ended"),
        Act(.delete, "/unlock-keys/KEY", .deviceShut, "One of your devices was shut"),
        Act(.post, "/require-reset", .resetRequired, "Your passcode must be reset"),
        Act(.post, "/suspend", .suspended, nil),
        Act(.post, "/resume", .resumed, "Your account is active again"),
        Act(.post, "/grant", .administratorGranted, "You are now an administrator"),
        Act(.post, "/revoke", .administratorRevoked, "You are no longer an administrator"),
        Act(.delete, "", .removed, "Your account was deleted"),
    ]

    @Test("V14 V18 each act runs once, is logged and emailed", arguments: acts)
    func eachActRunsOnceIsLoggedAndEmailed(_ act: Act) async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: act)
            let log = try await server.entries().count
            let first = try await scene.send(act)
            #expect(first.status == (act.removes ? 204 : 200), "\(first.text)")
            let entry = try #require(try await server.entries().first)
            #expect(entry.act == act.entry && entry.actorEmail == TestServer.administrator)
            #expect(entry.accountID == scene.ann.id && entry.accountEmail == "ann@example.com")
            let own = try await server.account(TestServer.administrator).id
            #expect(try await server.kinds(of: own).first == .administered)
            let again = try await scene.send(act)
            #expect(again.status == (act.removes ? 404 : 200))
            #expect(try await server.entries().count == log + 1)
            let emails = try await server.takeEmails(to: "ann@example.com").map(\.text)
            #expect(emails.contains { $0.contains(act.subject ?? "no subject") } == (act.subject != nil))
            #expect(emails.count == (act.subject == nil ? 0 : 1))
        }
    }

    @Test(arguments: acts)
    func anActRequiresThePasscodeWithinFiveMinutes(_ act: Act) async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: act)
            server.clock.advance(by: .minutes(5) + .milliseconds(1))
            let late = try await scene.send(act)
            #expect(late.status == 401 && late.problem == "passcode-too-old")
            let challenge = try #require(late.headers[.wwwAuthenticate])
            #expect(challenge.hasPrefix(#"Bearer error="insufficient_user_authentication""#))
            #expect(challenge.hasSuffix(#"max_age="300""#))
            #expect(APIError(challenge: challenge) == .passcodeTooOld(maxAge: .seconds(300)))
            let session = try await server.verify(TestServer.passcode, scene.session).session()
            server.clock.advance(by: .minutes(5))
            #expect(try await scene.send(act, by: session).status == (act.removes ? 204 : 200))
        }
    }

    @Test(arguments: acts)
    func membersAndLockedAdministratorsCannotAct(_ act: Act) async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: act)
            let log = try await server.entries().count
            let member = try await server.signInWithPasscode("bob@example.com")
            #expect(try await scene.send(act, by: member).problem == "not-administrator")
            _ = try await server.post("/api/auth/lock", bearer: scene.session.accessToken)
            #expect(try await scene.send(act).problem == "locked")
            #expect(try await server.entries().count == log)
        }
    }

    @Test(arguments: acts)
    func administratorsDoNotActOnThemselves(_ act: Act) async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: act)
            _ = try await server.addAdministrator("zoe@example.com")
            let own = try await server.account(TestServer.administrator)
            let response = try await scene.send(act, on: own.id)
            #expect(response.status == 409 && response.problem == "own-account")
            #expect(try await server.status(scene.session) == 200)
        }
    }

    @Test func actWithAnOutdatedEntityTagReturns412() async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: Self.acts[0])
            let path = PeopleController.path + "/" + scene.ann.id
            let tag = try #require(try await server.get(path, bearer: scene.session.accessToken).headers[.eTag])
            func act(_ name: String, _ tag: String) async throws -> TestResponse {
                try await server.send(
                    .post, "\(path)/\(name)", bearer: scene.session.accessToken, headers: ["If-Match": tag])
            }
            let first = try await act("suspend", tag)
            #expect(first.status == 200 && first.headers[.eTag] != tag)
            let second = try await act("require-reset", tag)
            #expect(second.status == 412 && second.problem == "account-changed")
            #expect(try await server.account().passcodeHash != nil)
            // It already applies.
            #expect(try await act("suspend", tag).status == 200)
            let current = try #require(first.headers[.eTag])
            #expect(try await act("require-reset", "\"other\", \(current)").status == 200)
            #expect(try await act("resume", "*").status == 200)
        }
    }

    @Test func anActWithAWeakTagIsRejected() async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: Self.acts[0])
            let path = PeopleController.path + "/" + scene.ann.id
            func status(_ act: String, _ tags: (String) -> String) async throws -> Int {
                let shown = try await server.get(path, bearer: scene.session.accessToken)
                // Compression would weaken the tag.
                #expect(shown.headers[.cacheControl] == "no-store, no-transform")
                let tag = try #require(shown.headers[.eTag])
                #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
                return try await server.send(
                    .post, "\(path)/\(act)", bearer: scene.session.accessToken, headers: ["If-Match": tags(tag)]
                ).status
            }
            #expect(try await status("suspend") { "W/\($0)" } == 412)
            #expect(try await status("suspend") { "W/\($0), \"other\"" } == 412)
            #expect(try await status("suspend") { String($0.dropFirst().dropLast()) } == 412)
            #expect(try await status("suspend") { "W/\($0) ,\($0)" } == 200)
            #expect(try await status("resume") { _ in "\"*\"" } == 412)
            #expect(try await status("resume") { _ in " * " } == 200)
        }
    }

    @Test("V19 administrators shut only the account's devices, with its tag")
    func administratorsShutOnlyTheAccountsDevicesWithItsTag() async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: Self.acts[0])
            let (bob, other) = try await server.signInWithDevice("bob@example.com")
            func shut(_ key: String, of id: String, tag: String = "*") async throws -> Int {
                try await server.send(
                    .delete, "\(PeopleController.path)/\(id)/unlock-keys/\(key)", bearer: scene.session.accessToken,
                    headers: ["If-Match": tag]
                ).status
            }
            #expect(try await shut(other.id, of: scene.ann.id) == 200)
            #expect(try await shut(other.id, of: bob.user.id, tag: "\"old\"") == 412)
            #expect(try await server.open(other) == 200)
            let replacement = try await server.register(replacing: other.token, bob)
            #expect(try await shut(other.id, of: bob.user.id) == 200)
            for key in [other, replacement] { #expect(try await server.open(key) == 410) }
            // It already applies.
            #expect(try await shut(other.id, of: bob.user.id, tag: "\"old\"") == 200)
            #expect(try await server.storedKeys().allSatisfy { !$0.isShut })
        }
    }

    @Test(arguments: acts)
    func actOnARemovedAccountReturns404(_ act: Act) async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: act)
            if act.entry == .administratorRevoked { _ = try await server.addAdministrator("zoe@example.com") }
            _ = try await server.administration.remove(EmailAddress(member: "ann@example.com"))
            let response = try await scene.send(act)
            #expect(response.status == 404 && response.text.contains("may have been removed"))
        }
    }

    @Test("V18 an act fails if the role is revoked meanwhile")
    func anActFailsIfTheRoleIsRevokedMeanwhile() async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: Self.acts[0])
            _ = try await server.addAdministrator("zoe@example.com")
            let credential = Credential(secret: scene.session.accessToken, transport: .bearer)
            let caller = try await server.parts.authenticator.caller(credential)
            let address = try EmailAddress(member: TestServer.administrator)
            _ = try await server.administration.apply(.revoke, to: address)
            let order = PeopleActs.Order(
                authentication: Authentication(credential: credential, caller: caller), client: ClientInfo(ip: nil))
            let problem = await #expect(throws: Problem.self) {
                _ = try await server.peopleActs.apply(.suspend, to: scene.ann.id, by: order)
            }
            #expect(problem?.kind == .notAdministrator)
        }
    }

    @Test func resetCannotBeRequiredWithoutAPasscode() async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: Self.acts[0])
            let none = try await server.signIn("bob@example.com").user.id
            let reset = try await scene.send(Act(.post, "/require-reset", .resetRequired, nil), on: none)
            #expect(reset.status == 409 && reset.problem == "passcode-not-set")
        }
    }

    @Test("V14 an invitation creates one account, and names the site")
    func anInvitationCreatesOneAccountAndNamesTheSite() async throws {
        try await TestServer.run(environment: ["LATCHKEY_SIGN_UP": "closed"]) { server in
            let session = try await server.signInAdministratorByCommand()
            for (status, count) in [(201, 1), (200, 0)] {
                let response = try await server.post(
                    PeopleController.path, #"{"email":"New@Example.com"}"#, bearer: session.accessToken)
                #expect(response.status == status, "\(response.text)")
                #expect(response.headers[.eTag] != nil && response.text.contains(#""email":"new@example.com""#))
                let emails = try await server.takeEmails(to: "new@example.com")
                #expect(emails.count == count && emails.allSatisfy { $0.text.contains(TestServer.origin) })
            }
            #expect(try await server.entries().filter { $0.act == .added && $0.actorID != nil }.count == 1)
            #expect(try await server.signIn("new@example.com").user.email == "new@example.com")
            let wrong = try await server.post(PeopleController.path, #"{"email":"x"}"#, bearer: session.accessToken)
            #expect(wrong.problem == "invalid-request")
        }
    }

    @Test("V9 acts of a session have a rate limit")
    func actsOfASessionHaveARateLimit() async throws {
        try await TestServer.run { server in
            let scene = try await Scene(server, before: Self.acts[0])
            var statuses: [Int] = []
            for number in 0...SessionAllowance.burst {
                let path = number.isMultiple(of: 2) ? "/suspend" : "/resume"
                statuses.append(try await scene.send(Act(.post, path, .suspended, nil)).status)
            }
            #expect(statuses == Array(repeating: 200, count: SessionAllowance.burst) + [429])
        }
    }
}

/// An administrator, and Ann with a session and a device, to whom an act applies.
private struct Scene: Sendable {
    let server: TestServer
    let session: SessionResponse
    let ann: Account
    let annsSession: String
    let annsDevice: String

    init(_ server: TestServer, before act: PeopleActsTests.Act) async throws {
        self.server = server
        session = try await server.signInAdministrator()
        annsDevice = try await server.signInWithDevice().1.id
        annsSession = try #require(try await server.storedSessions().first?.id)
        if act.entry == .resumed { try await server.apply(.suspend) }
        if act.entry == .administratorRevoked { try await server.apply(.grant) }
        ann = try await server.account()
        // Earlier notices are other emails.
        _ = try await server.takeEmails(to: "ann@example.com")
        server.clock.advance(by: .minutes(1))
    }

    func send(
        _ act: PeopleActsTests.Act, on id: String? = nil, by other: SessionResponse? = nil
    ) async throws -> TestResponse {
        let end = act.path.replacing("SESSION", with: annsSession).replacing("KEY", with: annsDevice)
        return try await server.send(
            act.method, "\(PeopleController.path)/\(id ?? ann.id)\(end)",
            bearer: (other ?? session).accessToken)
    }
}

extension PeopleActs {
    init(_ store: any Store, _ unreadable: UnreadableRows, under rules: TeamRules = TeamRules()) {
        self.init(
            store: store, random: SystemRandomSource(),
            acts: AccountActs(
                activity: ActivityLog(unreadable: unreadable), rules: rules, administratorIssuer: nil),
            people: PeopleService(store: store, unreadable: unreadable, rules: rules, administratorIssuer: nil),
            emailSignal: EmailSignal(), metrics: ServerMetrics())
    }
}

extension TestServer {
    var peopleActs: PeopleActs {
        PeopleActs(dependencies.store, parts.unreadable, under: dependencies.settings.rules)
    }

    /// Signs in an administrator for whom an operator created an account.
    fileprivate func signInAdministratorByCommand() async throws -> SessionResponse {
        _ = try await addAdministrator(Self.administrator)
        return try await signInWithPasscode(Self.administrator)
    }

    fileprivate func kinds(of id: String) async throws -> [ActivityKind] {
        try await dependencies.store.read { transaction in
            try transaction.activity.page(accountID: id, before: nil, limit: 9).compactMap(\.value?.kind)
        }
    }
}
