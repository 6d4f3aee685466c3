import GRDB
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Verifications whose effects use damaged rows.
@Suite struct DamagedCheckTests {
    /// The account's rows that a verification may use, except those that each call reads first.
    private static let ownRows = [
        "notices": "account_id = \(ann)",
        "session_tokens": "session_id IN (SELECT id FROM sessions WHERE account_id = \(ann)) AND kind <> 'refresh'",
        "sessions": "account_id = \(ann)",
    ]
    private static let ann = "(SELECT id FROM users WHERE email = 'ann@example.com')"

    @Test(
        "V15 a correct passcode costs no attempt despite any damage", .onSQLite,
        arguments: ["users", "sessions", "session_tokens", "reservations", "outbox", "notices", "activity"])
    func aCorrectPasscodeCostsNoAttemptDespiteAnyDamage(_ table: String) async throws {
        try await DamageScene.run { scene in
            for column in try await DamagedColumn.all(in: scene.path).filter({ $0.table == table }) {
                for damage in Damage.tried(in: column) {
                    try await scene.with(damage, in: column) { path in
                        try await Self.expectNoCost("\(column) = \(damage)", scene, path)
                    }
                }
            }
        }
    }

    @Test(
        "V15 damage in other rows fails no correct passcode", .onSQLite, arguments: ownRows.keys.sorted())
    func damageInOtherRowsFailsNoCorrectPasscode(_ table: String) async throws {
        try await DamageScene.run(prepare: { try await $0.leaveNotices() }) { scene in
            let own = "digest = '\(SessionTokenDigest.of(scene.ann.accessToken))'"
            let mine = [
                "sessions": "AND id <> (SELECT session_id FROM session_tokens WHERE \(own))",
                "session_tokens": "AND NOT \(own)",
            ]
            let rows = try #require(Self.ownRows[table]) + " " + (mine[table] ?? "")
            for column in try await DamagedColumn.all(in: scene.path).filter({ $0.table == table }) {
                for damage in Damage.tried(in: column) {
                    try await scene.with(damage, in: column, where: rows) { path in
                        let statuses = try await Self.expectNoCost("\(column) = \(damage)", scene, path)
                        #expect(statuses == [200, 200, 200], "\(column) = \(damage)")
                    }
                }
            }
        }
    }

    @Test("V4 blocks work despite unreadable notices")
    func blocksWorkDespiteUnreadableNotices() async throws {
        try await TestServer.run { server in
            let guessed = try await server.signInWithPasscode()
            let other = try await server.signIn()
            try await server.leaveNotices()
            try await server.database.damage("notices.count", to: "5000000000")
            try await server.setFailures(session: AttemptPolicy.perSession - 1, account: AttemptPolicy.perSession)
            #expect(try await server.verify(TestServer.wrongPasscode, guessed).problem == "incorrect-passcode")
            #expect(try await server.get("/api/auth/me", bearer: guessed.accessToken).status == 401)
            #expect(try await server.get("/api/auth/me", bearer: other.accessToken).status == 200)
            try await server.setFailures(session: 0, account: AttemptPolicy.perAccount - 1)
            #expect(try await server.verify(TestServer.wrongPasscode, other).problem == "incorrect-passcode")
            #expect(try await server.account().resetRequired)
            let events = try await server.dependencies.store.read { transaction in
                try transaction.activity.page(
                    accountID: transaction.accounts.ids()[0], before: nil, limit: 100
                ).compactMap(\.value?.kind)
            }
            #expect(events.contains(.passcodeBlocked) && events.contains(.sessionEnded))
            let page = await server.metrics()
            #expect(page.contains("latchkey_unreadable_rows_total{table=\"notices\"} 2\n"))
        }
    }

    /// Verifies the correct passcode for each purpose. Returns the statuses.
    @discardableResult
    private static func expectNoCost(
        _ what: Comment, _ scene: DamageScene, _ path: String
    ) async throws -> [Int] {
        let server = scene.server
        try await server.unawareSweeper.settleStaleAttempts()
        let before = try storedFailures(path)
        var session = scene.ann
        var responses = [try await server.verify(TestServer.passcode, session)]
        session = (try? responses[0].session()) ?? session
        responses.append(try await server.set(#"{"passcode":"580293","current_passcode":"739105"}"#, session))
        session = (try? responses[1].session()) ?? session
        let present = responses[1].status == 200 ? "580293" : TestServer.passcode
        responses.append(
            try await server.changeSettings(
                #"{"passcode_enabled":false,"current_passcode":"\#(present)"}"#, session))
        // Unsettled attempts have become failures.
        server.clock.advance(by: AttemptPolicy.settleWithin)
        try await server.unawareSweeper.settleStaleAttempts()
        server.clock.advance(by: .zero - AttemptPolicy.settleWithin)
        let isCleared = responses.contains { $0.status == 200 }
        #expect(try storedFailures(path) == (isCleared ? "0" : before), what)
        return responses.map(\.status)
    }

    /// Returns Ann's failures, even if her row is damaged.
    private static func storedFailures(_ path: String) throws -> String {
        let file = try DatabaseQueue(path: path)
        defer { try? file.close() }
        return try file.read { try Row.fetchOne($0, sql: "SELECT failures FROM users ORDER BY rowid LIMIT 1") }
            .map { "\($0[0] as DatabaseValue)" } ?? ""
    }
}

extension TestServer {
    /// Sets the failures of Ann and all her sessions.
    fileprivate func setFailures(session count: Int, account: Int) async throws {
        try await alterAccount { $0.failures = account }
        try await dependencies.store.write { transaction in
            let owner = try #require(try transaction.accounts.find(email: "ann@example.com"))
            for var session in try transaction.sessions.list(accountID: owner.id) {
                session.failures = count
                try transaction.sessions.update(session)
            }
        }
    }

    /// Leaves notices of all kinds.
    fileprivate func leaveNotices() async throws {
        let account = try await account()
        let activity = parts.activity
        try await dependencies.store.write { transaction in
            for kind in NoticeKind.allCases {
                try activity.notifyOwner(
                    kind, of: account, device: nil, client: ClientInfo(ip: nil), in: transaction)
            }
        }
    }
}
