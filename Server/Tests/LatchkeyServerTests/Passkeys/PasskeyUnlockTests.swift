import Foundation
import HTTPTypes
import LatchkeyAPI
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

/// Unlocking with a passkey.
@Suite struct PasskeyUnlockTests {
    @Test(arguments: [0, 1, 2])
    func eachAlgorithmUnlocksAppAndPageWithoutRecoveryKey(algorithm: Int) async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey(
                "ann@example.com", TestPasskeyKey.all[algorithm])
            try await server.lock(session)
            #expect(try await server.me(session).hasPasskey)
            let response = try await server.unlock(by: passkey, bearer: session.accessToken)
            let opened = try response.session()
            #expect(response.status == 200 && !opened.user.locked && opened.recoveryKey == nil)
            #expect(try await server.status(opened) == 200)
            // The previous token can unlock for one more minute, as with the passcode.
            let again = try await server.unlock(by: passkey, bearer: session.accessToken).session()
            #expect(!again.user.locked)
            #expect(try await server.status(opened) == 423)
            // Previous secrets grant no access, as after the passcode.
            #expect(try await server.status(session) == 423)
            #expect(try await server.refresh(session.refreshToken).status == 401)
            #expect(try await server.refresh(again.refreshToken).status == 200)
            let cookie = try await server.signInPage()
            let page = try await server.unlock(by: passkey, cookie: cookie)
            #expect(try !page.decode(CookieSessionResponse.self).user.locked && !page.text.contains("token"))
            let fresh = try #require(page.cookie)
            #expect(try await server.get("/api/auth/sessions", cookie: fresh).status == 200)
            #expect(try await server.get("/api/auth/sessions", cookie: cookie).status == 423)
            #expect(try await server.listPasskeys(again).first?.lastUsedAt == server.clock.now.date)
        }
    }

    @Test("V17 a challenge is single-use, for its session and purpose")
    func aChallengeIsSingleUseForItsSessionAndPurpose() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let other = try await server.signInLater()
            try await server.lock(session)
            func send(_ challenge: String) async throws -> TestResponse {
                try await server.post(
                    TestServer.unlock, passkey.body(passkey.assert(challenge)), bearer: session.accessToken)
            }
            let token = session.accessToken
            #expect(try await send(Data(repeating: 7, count: 32).base64URL).problem == "invalid-passkey")
            let ofOther = try await server.challenge(TestServer.unlock, bearer: other.accessToken)
            #expect(try await send(ofOther).problem == "invalid-passkey")
            let replaced = try await server.challenge(TestServer.unlock, bearer: token)
            let spoilt = try await server.challenge(TestServer.unlock, bearer: token)
            #expect(try await send(replaced).problem == "invalid-passkey")
            #expect(try await send(spoilt).problem == "invalid-passkey")
            let outdated = try await server.challenge(TestServer.unlock, bearer: token)
            server.clock.advance(by: .minutes(5))
            #expect(try await send(outdated).problem == "invalid-passkey")
            let early = try await server.challenge(TestServer.unlock, bearer: token)
            server.clock.advance(by: .seconds(-61))
            #expect(try await send(early).problem == "invalid-passkey")
            #expect(try await server.status(session) == 423)
            let last = try await server.challenge(TestServer.unlock, bearer: token)
            server.clock.advance(by: .minutes(5) - .milliseconds(1))
            let opened = try await send(last)
            #expect(opened.status == 200)
            // Repeats the request with the old and the new secret.
            #expect(try await send(last).problem == "invalid-passkey")
            let again = try await server.post(
                TestServer.unlock, passkey.body(passkey.assert(last)), bearer: opened.session().accessToken)
            #expect(again.problem == "invalid-passkey")
        }
    }

    @Test("V17 a registration challenge unlocks nothing")
    func aRegistrationChallengeUnlocksNothing() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let challenge = try await server.challenge(TestServer.passkeys, bearer: session.accessToken)
            let response = try await server.post(
                TestServer.unlock, passkey.body(passkey.assert(challenge)), bearer: session.accessToken)
            #expect(response.problem == "invalid-passkey")
        }
    }

    @Test("V17 a challenge from before a manual lock is invalid")
    func aChallengeFromBeforeAManualLockIsInvalid() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            try await server.lock(session)
            let body = try passkey.body(passkey.assert(challenge))
            #expect(
                try await server.post(TestServer.unlock, body, bearer: session.accessToken).problem
                    == "invalid-passkey")
            #expect(try await server.status(session) == 423)
        }
    }

    @Test("V17 of twenty concurrent assertions one is accepted")
    func ofTwentyConcurrentAssertionsOneIsAccepted() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey(counter: 1)
            try await server.lock(session)
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            let body = try passkey.body(passkey.assert(challenge, counter: 2))
            let responses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await server.post(TestServer.unlock, body, bearer: session.accessToken)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(responses.count { $0.status == 200 } == 1)
            #expect(responses.count { $0.problem == "invalid-passkey" } == 19)
            #expect(try await server.storedPasskeys().first?.counter == 2)
        }
    }

    @Test(
        "V17 a counter that does not increase is rejected",
        arguments: [(5, 5, false), (5, 4, false), (5, 6, true), (5, 0, false), (0, 0, true), (0, 1, true)])
    func aCounterThatDoesNotIncreaseIsRejected(stored: UInt32, given: UInt32, isTaken: Bool) async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey(counter: stored)
            let response = try await server.unlock(by: passkey, counter: given, bearer: session.accessToken)
            #expect(response.problem == (isTaken ? "" : "invalid-passkey"))
            #expect(try await server.storedPasskeys().first?.counter == Int(isTaken ? given : stored))
        }
    }

    @Test("V17 foreign and removed passkeys unlock nothing")
    func foreignAndRemovedPasskeysUnlockNothing() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let (_, ofBob) = try await server.signInWithPasskey("bob@example.com")
            let token = session.accessToken
            try await server.lock(session)
            let forged = TestPasskey(
                passkey.key.other, credentialID: passkey.credentialID, relyingPartyID: "localhost",
                origin: TestServer.origin)
            for wrong in [forged, ofBob, server.newPasskey()] {
                let response = try await server.unlock(by: wrong, bearer: token)
                #expect(response.problem == "invalid-passkey")
                #expect(try response.decode(Problem.self) == Problem(.invalidPasskey))
            }
            // Each account has its own handle.
            for (handle, problem) in [("AAAA", "invalid-passkey"), (Data(session.user.id.utf8).base64URL, "")] {
                let challenge = try await server.challenge(TestServer.unlock, bearer: token)
                let body = try passkey.body(passkey.assert(challenge), userHandle: handle)
                #expect(try await server.post(TestServer.unlock, body, bearer: token).problem == problem)
            }
            let opened = try await server.verify(TestServer.passcode, server.signInLater()).session()
            _ = try await server.add(server.newPasskey(), bearer: opened.accessToken)
            let id = try #require(try await server.listPasskeys(opened).first?.id)
            let removal = try await server.send(.delete, "\(TestServer.passkeys)/\(id)", bearer: opened.accessToken)
            #expect(removal.status == 204)
            #expect(try await server.unlock(by: passkey, bearer: opened.accessToken).problem == "invalid-passkey")
        }
    }

    enum Meanwhile: CaseIterable, Sendable { case removed, used, locked }

    @Test(
        "V17 a concurrent removal, use or lock prevents unlock",
        arguments: Meanwhile.allCases)
    func aConcurrentRemovalUseOrLockPreventsUnlock(_ change: Meanwhile) async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey(counter: 1)
            _ = try await server.add(server.newPasskey(), bearer: session.accessToken)
            let stored = try #require(try await server.storedPasskeys().first)
            let now = server.clock.now
            // The session is read first, then the passkey.
            let store = ReadTurnStore(server.dependencies.store, after: 2) { store in
                try await store.write { transaction in
                    switch change {
                    case .removed: _ = try transaction.passkeys.delete(id: stored.id, accountID: stored.accountID)
                    case .used: try transaction.passkeys.noteUse(id: stored.id, counter: 2, at: now)
                    case .locked:
                        try transaction.sessions.lockAll(
                            accountID: stored.accountID, except: StoreContract.rowID("none"))
                    }
                }
            }
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            let body = try passkey.body(passkey.assert(challenge, counter: 3))
            try await TestServer.run(sharing: server, store: store) { (other) async throws in
                let response = try await other.post(TestServer.unlock, body, bearer: session.accessToken)
                #expect(response.problem == "invalid-passkey")
            }
        }
    }

    @Test("V2 an attempt expiring during a passkey unlock counts first")
    func anAttemptExpiringDuringAPasskeyUnlockCountsFirst() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let reservedAt = server.clock.now
            server.clock.advance(by: AttemptPolicy.settleWithin)
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            let stored = try #require(try await server.storedSessions().first)
            // The session is read first, then the passkey.
            let store = ReadTurnStore(server.dependencies.store, after: 2) { store in
                try await store.write { transaction in
                    var account = try #require(try transaction.accounts.find(id: stored.accountID))
                    account.failures = AttemptPolicy.perAccount - 1
                    try transaction.accounts.update(account)
                    try transaction.reservations.insert(
                        Reservation(
                            id: StoreContract.rowID("late"), accountID: account.id, sessionID: stored.id,
                            reservedAt: reservedAt, passcodeVersion: account.passcodeVersion,
                            lockVersion: stored.lockVersion))
                }
            }
            let body = try passkey.body(passkey.assert(challenge))
            try await TestServer.run(sharing: server, store: store) { (other) async throws in
                #expect(try await other.post(TestServer.unlock, body, bearer: session.accessToken).status == 401)
            }
            #expect(try await server.account().resetRequired)
        }
    }

    @Test("V17 invalid assertions are rejected without a reason")
    func invalidAssertionsAreRejectedWithoutAReason() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            try await server.lock(session)
            typealias Change = @Sendable (inout TestClientData, inout TestAuthenticatorData) -> Void
            let changes: [Change] = [
                { client, _ in client["origin"] = #""http://127.0.0.1:8080""# },
                { client, _ in client["crossOrigin"] = "true" },
                { client, _ in client["type"] = #""webauthn.create""# },
                { _, data in data.relyingPartyID = "example.com" },
                { _, data in data.flags &= ~TestAuthenticatorData.Flag.userVerified },
                { _, data in data.flags &= ~TestAuthenticatorData.Flag.userPresent },
                // libfido2 cannot read it, although it is present.
                { _, data in data.setExtensions([(.text("hmac-secret"), .bool(true))]) },
            ]
            for change in changes {
                let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
                var unused = TestAuthenticatorData(relyingPartyID: "")
                var client = TestClientData(type: "", challenge: "", origin: "")
                let assertion = try passkey.assert(
                    challenge, client: { change(&$0, &unused) }, data: { change(&client, &$0) })
                let response = try await server.post(
                    TestServer.unlock, passkey.body(assertion), bearer: session.accessToken)
                #expect(try response.decode(Problem.self) == Problem(.invalidPasskey))
            }
            #expect(try await server.status(session) == 423)
            let page = await server.metrics()
            #expect(page.contains(#"latchkey_passkey_unlocks_total{result="refused"} 7"#))
            #expect(page.contains(#"latchkey_passkey_unlocks_total{result="accepted"} 0"#))
        }
    }

    @Test func aMalformedRequestKeepsTheChallenge() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            let good = try passkey.body(passkey.assert(challenge))
            for (old, new, pointer) in [
                (#""rawId":"#, #""raw_id":"#, "/credential/rawId"),
                (#""signature":""#, #""signature":"*"#, "/credential/response/signature"),
                (#""userHandle":null"#, #""userHandle":7"#, "/credential/response/userHandle"),
                (#"{"credential":"#, #"{"credentials":"#, "/credential"),
            ] {
                let response = try await server.post(
                    TestServer.unlock, good.replacingOccurrences(of: old, with: new), bearer: session.accessToken)
                #expect(try response.decode(Problem.self).errors?.map(\.pointer) == [pointer])
            }
            let long = good + String(repeating: " ", count: 8193 - good.utf8.count)
            #expect(
                try await server.post(TestServer.unlock, long, bearer: session.accessToken).problem
                    == "payload-too-large")
            #expect(
                try await server.post(
                    TestServer.unlock, String(long.dropLast()), bearer: session.accessToken
                ).status == 200)
        }
    }
}
