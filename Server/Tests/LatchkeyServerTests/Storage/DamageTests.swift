import Foundation
import LatchkeyAPI
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

/// Damaged rows affect their owner, and no one else.
@Suite(.onSQLite) struct DamageTests {
    private static let tables = [
        "users", "sessions", "session_tokens", "reservations", "one_time_tokens", "mail_requests", "outbox", "notices",
        "activity", "key_check", "imports", "staged_passcodes", "provider_sessions", "used_tokens",
        "passkeys", "unlock_keys", "administration",
    ]

    @Test(
        "V15 ASVS-16.5.4 damage in any column affects only its owner",
        arguments: tables)
    func damageInAnyColumnAffectsOnlyItsOwner(_ table: String) async throws {
        try await DamageScene.run { scene in
            let columns = try await DamagedColumn.all(in: scene.path).filter { $0.table == table }
            #expect(!columns.isEmpty)
            for column in columns {
                for damage in Damage.tried(in: column) {
                    try await scene.with(damage, in: column) { _ in try await expectContained(damage, column, scene) }
                }
            }
        }
    }

    @Test(
        "V15 an unwritable row delays no other email",
        arguments: ["mail_requests", "outbox"])
    func anUnwritableRowDelaysNoOtherEmail(_ table: String) async throws {
        try await DamageScene.run { scene in
            let server = scene.server
            for column in try await DamagedColumn.all(in: scene.path).filter({ $0.table == table }) {
                for damage in Damage.tried(in: column) {
                    try await scene.with(damage, in: column) { _ in
                        let what: Comment = "\(column) = \(damage)"
                        server.clock.advance(by: .hours(-2))
                        let response = try await server.post("/api/auth/magic-link", #"{"email":"bob@example.com"}"#)
                        #expect(response.status == 202, what)
                        await #expect(throws: Never.self, what) { try await server.parts.emailWorker.drain() }
                        // Bob's queued email was superseded, or sent before.
                        #expect(try await server.takeEmails(to: "bob@example.com").contains { $0.code != nil }, what)
                        let waiting = try await server.dependencies.store.read { transaction in
                            try transaction.emailRequests.recent(
                                email: "bob@example.com", purpose: .signIn, after: server.clock.now - .hours(1)
                            ).count { !$0.isMade }
                        }
                        #expect(waiting == 0, what)
                        server.clock.advance(by: .hours(2))
                    }
                }
            }
        }
    }

    @Test(
        "V15 text damaged into data delays no other email", .timeLimit(.minutes(5)),
        arguments: ["mail_requests", "outbox", "one_time_tokens"])
    func textDamagedIntoDataDelaysNoOtherEmail(_ table: String) async throws {
        try await DamageScene.run { scene in
            let columns = try await DamagedColumn.all(in: scene.path)
            for column in columns where column.table == table && column.kind == "TEXT" {
                try await scene.with(.textAsData(column), in: column) { _ in
                    try await scene.server.parts.emailWorker.drain()
                    let emails = try await scene.server.takeEmails(to: "bob@example.com")
                    #expect(emails.contains { $0.code != nil }, "\(column)")
                }
            }
        }
    }

    @Test("V15 the damage tests cover every table")
    func theDamageTestsCoverEveryTable() async throws {
        try await TemporaryStore.run { _, path in
            let tables = try await DamagedColumn.all(in: path).map(\.table)
            #expect(Set(tables) == Set(Self.tables))
        }
    }

    private func expectContained(_ damage: Damage, _ column: DamagedColumn, _ scene: DamageScene) async throws {
        let what: Comment = "\(column) = \(damage)"
        // Before Ann's own requests too, because these may repair the row.
        await expectWorkGoesOn(what, scene)
        try await expectNoMatch(what, scene)
        // Rows that every call of the session reads.
        if ["users", "sessions", "session_tokens"].contains(column.table), column.rejects(damage) {
            #expect(try await scene.server.get("/api/auth/me", bearer: scene.ann.accessToken).status != 200, what)
        }
        await expectWorkGoesOn(what, scene)
        try await expectOthersWork(what, scene)
        try await expectKeysChange(what, column, scene)
    }

    /// Calls everything as Ann, and expects that nothing is unlocked and no wrong passcode succeeds.
    private func expectNoMatch(_ what: Comment, _ scene: DamageScene) async throws {
        let server = scene.server
        let locked = scene.annLocked.accessToken
        #expect(try await server.get("/api/auth/gate", bearer: locked).status != 204, what)
        #expect(try await server.get("/api/auth/sessions", bearer: locked).status != 200, what)
        _ = try await server.get("/api/auth/gate", bearer: scene.ann.accessToken)
        _ = try await server.get("/api/auth/activity", bearer: scene.ann.accessToken)
        _ = try await server.get("/api/auth/sessions", bearer: scene.ann.accessToken)
        _ = try await server.changeSettings(#"{"passcode_timeout_minutes":5,"language":"fr"}"#, scene.ann)
        #expect(try await server.verify(TestServer.wrongPasscode, scene.annLocked).status != 200, what)
        _ = try await server.verify(TestServer.passcode, scene.ann)
        _ = try await server.refresh(scene.ann.refreshToken)
        _ = try await server.get(TestServer.passkeys, bearer: scene.ann.accessToken)
        try await expectNoPasskeyMatch(what, scene)
        try await expectNoDeviceMatch(what, scene)
        _ = try await server.post("/api/auth/lock", bearer: locked)
        _ = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#)
        for token in [scene.signInToken, scene.resetToken] {
            _ = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#)
            _ = try await server.post(
                "/api/auth/reset-passcode", #"{"token":"\#(token)","new_passcode":"580293"}"#)
            _ = try await server.post("/api/auth/disown", #"{"token":"\#(token)"}"#)
        }
        let wrong = #"{"email":"ann@example.com","code":"0000-0000"}"#
        #expect(try await server.post("/api/auth/magic-link/verify", wrong).status != 200, what)
    }

    /// Expects that another key unlocks nothing, and every call gets a response.
    private func expectNoPasskeyMatch(_ what: Comment, _ scene: DamageScene) async throws {
        let options = try await scene.server.post(TestServer.unlock + "/options", bearer: scene.annLocked.accessToken)
        guard options.status == 200 else { return }
        let challenge = try JSONDecoder().decode(PasskeyOptions.self, from: options.body).publicKey.challenge
        let forged = TestPasskey(
            scene.passkey.key.other, credentialID: scene.passkey.credentialID, relyingPartyID: "localhost",
            origin: TestServer.origin)
        let response = try await scene.server.post(
            TestServer.unlock, forged.body(forged.assert(challenge)), bearer: scene.annLocked.accessToken)
        #expect(response.status != 200, what)
    }

    /// Expects that a wrong passcode does not open the device, and every call gets a response.
    private func expectNoDeviceMatch(_ what: Comment, _ scene: DamageScene) async throws {
        let (server, device) = (scene.server, scene.device)
        _ = try await server.get(TestServer.unlockKeys, bearer: scene.ann.accessToken)
        let attempt = try device.attempt(TestServer.wrongPasscode)
        let response = try await server.evaluate(attempt, on: device)
        if response.status == 200 { #expect(try !device.opens(attempt, by: response), what) }
        let wrong = Data(count: 32).base64URL
        #expect(try await server.finish(attempt, on: device, tag: wrong).status != 204, what)
        _ = try await server.shut(device, scene.ann, passcode: TestServer.wrongPasscode)
    }

    /// Expects that sweeps, emails and commands skip the row.
    private func expectWorkGoesOn(_ what: Comment, _ scene: DamageScene) async {
        let server = scene.server
        await #expect(throws: Never.self, what) {
            try await server.unawareSweeper.settleStaleAttempts()
            try await server.unawareSweeper.sweep()
            try await server.parts.emailWorker.drain()
            let lines = try await AccountList(store: server.dependencies.store).reports().map(\.description)
            #expect(lines.contains { $0.hasPrefix("bob@example.com\tpasscode enabled") }, what)
        }
    }

    /// Expects that keys can be rotated: readable records are sealed again.
    private func expectKeysChange(_ what: Comment, _ column: DamagedColumn, _ scene: DamageScene) async throws {
        let server = scene.server
        let old = try String(contentsOf: server.dependencies.settings.secretKeysFile, encoding: .utf8)
        let keys = try TestKeys.keys(TestKeys.entry("next", fill: 9), old)
        let sealer = Sealer(keys: keys)
        let rewrap = KeyRewrap(
            store: server.dependencies.store, sealer: sealer,
            records: PasscodeRecordSealer(sealer: sealer, random: server.dependencies.random))
        await #expect(throws: Never.self, what) {
            do {
                _ = try await rewrap.run()
            } catch  where column.table == "key_check" {
                // Keys cannot be rotated without the record that identifies them.
            }
        }
        let hash = try #require(try await server.account("bob@example.com").passcodeHash)
        #expect(hash.hasPrefix("v1.next."), what)
        #expect(try await server.storedKeys("bob@example.com").first?.privateKey?.hasPrefix("v1.next.") == true, what)
        #expect(try await server.storedPasskeys("bob@example.com").first?.publicKey.hasPrefix("v1.next.") == true, what)
    }

    private func expectOthersWork(_ what: Comment, _ scene: DamageScene) async throws {
        let server = scene.server
        let bob = scene.bob
        // The sweeper has counted his expired attempt.
        #expect(try await server.account("bob@example.com").failures == 1, what)
        #expect(try await server.get("/api/auth/gate", bearer: bob.accessToken).status == 204, what)
        #expect(try await server.open(scene.bobsDevice) == 200, what)
        let unlocked = try await server.unlock(by: scene.bobsPasskey, bearer: bob.accessToken)
        #expect(unlocked.status == 200, what)
        let verified = try await server.verify(TestServer.passcode, unlocked.session())
        #expect(verified.status == 200, what)
        #expect(try await server.refresh(verified.session().refreshToken).status == 200, what)
        let emails = try await server.takeEmails(to: "bob@example.com")
        #expect(emails.contains { $0.code != nil }, what)
        #expect(try await server.get("/health/ready").status == 200, what)
    }
}
