import Foundation
import HTTPTypes
import LatchkeyAPI
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

/// Differences between unlocking with a passkey and with the passcode.
@Suite struct PasskeyRuleTests {
    @Test("V17 a passkey neither clears nor spends attempts")
    func aPasskeyNeitherClearsNorSpendsAttempts() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            try await server.lock(session)
            try await server.fail(4, session)
            #expect(try await server.verify(TestServer.passcode, session).problem == "too-many-attempts")
            let opened = try await server.unlock(by: passkey, bearer: session.accessToken)
            #expect(opened.status == 200)
            #expect(try await server.account().failures == 4)
            let stored = try #require(try await server.storedSessions().first)
            #expect(stored.failures == 4 && stored.waitUntil != nil)
            let token = try opened.session()
            #expect(try await server.verify(TestServer.passcode, token).problem == "too-many-attempts")
            for _ in 0..<3 { _ = try await server.unlock(by: server.newPasskey(), bearer: token.accessToken) }
            #expect(try await server.account().failures == 4)
            server.clock.advance(by: .minutes(10))
            let wrong = try await server.verify(TestServer.wrongPasscode, token)
            #expect(try wrong.decode(Problem.self).attemptsRemaining == 5)
        }
    }

    @Test("V2 an expired attempt counts before a passkey unlocks")
    func anExpiredAttemptCountsBeforeAPasskeyUnlocks() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            try await server.alterAccount { $0.failures = AttemptPolicy.perAccount - 1 }
            let (account, stored) = try await (server.account(), #require(server.storedSessions().first))
            let now = server.clock.now
            try await server.dependencies.store.write { transaction in
                try transaction.reservations.insert(
                    Reservation(
                        id: StoreContract.rowID("late"), accountID: account.id, sessionID: stored.id, reservedAt: now,
                        passcodeVersion: account.passcodeVersion, lockVersion: stored.lockVersion))
            }
            server.clock.advance(by: AttemptPolicy.settleWithin)
            let body = try passkey.body(passkey.assert(challenge))
            #expect(try await server.post(TestServer.unlock, body, bearer: session.accessToken).status == 401)
            #expect(try await server.account().resetRequired)
        }
    }

    @Test("V17 a passkey cannot unlock if a reset is required")
    func aPasskeyCannotUnlockIfAResetIsRequired() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            // Requires a reset in the database, which keeps the session and the passkey.
            try await server.alterAccount { $0.resetRequired = true }
            let body = try passkey.body(passkey.assert(challenge))
            for path in [TestServer.unlock, TestServer.unlock + "/options"] {
                let response = try await server.post(path, body, bearer: session.accessToken)
                #expect(response.problem == "passcode-reset-required" && response.status == 409)
            }
        }
    }

    @Test("V17 a passkey does not count for max_age and introspection")
    func aPasskeyDoesNotCountForMaxAgeAndIntrospection() async throws {
        try await TestServer.run(environment: ["LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection]) { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let given = server.clock.now
            server.clock.advance(by: .minutes(2))
            let kept = try await server.unlock(by: passkey, bearer: session.accessToken).session()
            let gate = "/api/auth/gate"
            #expect(try await server.get(gate + "?max_age=119", bearer: kept.accessToken).status == 401)
            #expect(try await server.get(gate + "?max_age=120", bearer: kept.accessToken).status == 204)
            #expect(try await server.introspect(kept.accessToken).authenticationTime == given.seconds)
            try await server.lock(kept)
            let opened = try await server.unlock(by: passkey, bearer: kept.accessToken).session()
            let rejected = try await server.get(gate + "?max_age=3153600000", bearer: opened.accessToken)
            #expect(rejected.headers[.latchkeyReason] == "passcode-too-old")
            #expect(try await server.gate(opened) == "open")
            let known = try await server.introspect(opened.accessToken)
            #expect(known.active && known.authenticationTime == nil && known.contextClass == nil)
            let verified = try await server.verify(TestServer.passcode, opened).session()
            #expect(try await server.get(gate + "?max_age=0", bearer: verified.accessToken).status == 204)
        }
    }

    @Test(
        "V13 a passkey unlocks where a passcode is required",
        arguments: Asker.allCases)
    func aPasskeyUnlocksWhereAPasscodeIsRequired(asker: Asker) async throws {
        let required = ["LATCHKEY_PASSCODE": "required", "LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection]
        try await TestServer.run(environment: required) { server in
            let (session, passkey) = try await server.signInWithPasskey()
            try await server.lock(session)
            let opened = try await server.unlock(by: passkey, bearer: session.accessToken).session()
            #expect(!opened.user.locked)
            let cookie = try #require(try await server.unlock(by: passkey, cookie: server.signInPage()).cookie)
            #expect(try await asker.isOpen(opened, cookie: cookie, on: server))
            // A team that forbids them requires the passcode.
            let forbidden = required.merging(["LATCHKEY_BIOMETRICS": "forbidden"]) { $1 }
            let (again, page) = try await server.openByPasskey(passkey)
            try await server.restarted(forbidden) { (strict) async throws in
                #expect(try await !asker.isOpen(again, cookie: page, on: strict))
            }
            // The passkey's unlock does not extend to a later lock.
            try await server.lock(again)
            #expect(try await server.status(again) == 423)
        }
    }

    @Test func refreshRemovesAnIdleLockAfterAPasskey() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            try await server.lock(session)
            let opened = try await server.unlock(by: passkey, bearer: session.accessToken).session()
            server.clock.advance(by: .minutes(16))
            let fresh = try await server.refresh(opened.refreshToken).session()
            #expect(!fresh.user.locked)
            try await server.lock(fresh)
            #expect(try await server.storedSessions().map(\.passkeyVerifiedAt) == [nil])
            #expect(try await server.refresh(fresh.refreshToken).session().user.locked)
        }
    }

    @Test("V13 refresh keeps the idle lock if biometrics are forbidden")
    func refreshKeepsTheIdleLockIfBiometricsAreForbidden() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            try await server.lock(session)
            let opened = try await server.unlock(by: passkey, bearer: session.accessToken).session()
            server.clock.advance(by: .minutes(16))
            try await server.restarted(["LATCHKEY_BIOMETRICS": "forbidden"]) { (strict) async throws in
                #expect(try await strict.refresh(opened.refreshToken).session().user.locked)
            }
        }
    }

    @Test("V4 a rejected passkey does not count as activity")
    func aRejectedPasskeyDoesNotCountAsActivity() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            let passkey = server.newPasskey()
            #expect(try await server.add(passkey, cookie: cookie).status == 201)
            let challenge = try await server.challenge(TestServer.unlock, cookie: cookie)
            server.clock.advance(by: .minutes(4))
            let forged = server.newPasskey()
            let body = try forged.body(forged.assert(challenge))
            #expect(try await server.post(TestServer.unlock, body, cookie: cookie).problem == "invalid-passkey")
            server.clock.advance(by: .minutes(11))
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 423)
            let fresh = try #require(try await server.unlock(by: passkey, cookie: cookie).cookie)
            #expect(try await server.get("/api/auth/sessions", cookie: fresh).status == 200)
        }
    }

    @Test(arguments: [
        ["LATCHKEY_BIOMETRICS": "forbidden"], ["LATCHKEY_PUBLIC_URL": "http://127.0.0.1:8080"],
        ["LATCHKEY_PUBLIC_URL": "http://lock.example"], ["LATCHKEY_PUBLIC_URL": "https://[::1]"],
    ])
    func forbiddenBiometricsOrAnUnsuitableHostDisablePasskeys(_ environment: [String: String]) async throws {
        try await TestServer.run { server in
            let (session, _) = try await server.signInWithPasskey()
            try await TestServer.run(environment: environment, sharing: server) { (other) async throws in
                #expect(try await !other.me(session).hasPasskey)
                let paths = ["/passkeys/options", "/passkeys", "/unlock/options", "/unlock"]
                for path in paths.map({ "/api/auth" + $0 }) {
                    #expect(try await other.post(path, "{}", bearer: session.accessToken).problem == "not-found")
                }
                for method in [.patch, .delete] as [HTTPRequest.Method] {
                    let response = try await other.send(
                        method, "/api/auth/passkeys/x", "{}", bearer: session.accessToken)
                    #expect(response.problem == "not-found")
                }
                #expect(try await other.get("/api/auth/passkeys", bearer: session.accessToken).status == 404)
            }
            // The rule did not remove the passkeys.
            #expect(try await server.me(session).hasPasskey)
        }
    }

    @Test func withoutAPublicURLTheListeningHostDecides() throws {
        func rules(_ host: String) throws -> TeamRules {
            try Settings(environment: ["LATCHKEY_HOST": host, "LATCHKEY_DATA_DIR": "x"]).rules
        }
        #expect(try rules("localhost").arePasskeysOn && !rules("127.0.0.1").arePasskeysOn)
    }

    @Test(
        "V17 suspension ends sessions and keeps passkeys"
    )
    func suspensionEndsSessionsAndKeepsPasskeys() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            try await server.apply(.suspend)
            let body = try passkey.body(passkey.assert(challenge))
            #expect(try await server.post(TestServer.unlock, body, bearer: session.accessToken).status == 401)
            try await server.apply(.resume)
            let again = try await server.signInLater()
            #expect(try await server.unlock(by: passkey, bearer: again.accessToken).status == 200)
        }
    }
}

extension TestServer {
    /// Locks and unlocks a new app's session with the passkey, and a page's.
    fileprivate func openByPasskey(_ passkey: TestPasskey) async throws -> (SessionResponse, cookie: String) {
        let session = try await unlock(by: passkey, bearer: signInLater().accessToken).session()
        clock.advance(by: EmailLimits.interval)
        let cookie = try #require(try await unlock(by: passkey, cookie: signInPage()).cookie)
        return (session, cookie)
    }
}
