import Crypto
import Foundation
import GRDB
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// What an older server has left behind is still good for a newer one.
@Suite(.onSQLite) struct UpgradeTests {
    /// The schema after each migration, as SHA-256 of its statements.
    private static let schemas = [
        ("CreateAccountsAndSessions", "df2482a974d1e654cf6e5a1d842d33416333b62c6b811f135fd207d40abc093a"),
        ("CreateMailAndActivity", "6867f435ff20a222eff6f5182fcc09d2e53d5f0faaf3bcb611dd042b0a1290f4"),
        ("AddMailTrouble", "020f3ea082b53a327898237a60457707b93955822375265044d39b73f4b34b2c"),
        ("AddMailLanguage", "ed9ca66e32806acb99c45c8c43782646097a7f6779fd3cb344efebb4241c2908"),
        ("ConstrainMailTables", "97ab4f8109bcbe708d7f48355f6212d2160e2d123ce1e6d45c405494606502f5"),
        ("AddNotices", "c8e5d58ca40ea3f7423df4f7a8ed306b41cae2d357a62fbcbee7dee5ee2b4fdc"),
        ("ConstrainAccountsAndSessions", "9ebefcbc28cd0a8672b9e982d474ce496c92a68a8a596aac10a7312f50dc40e7"),
        ("BoundSessions", "29411596f16ec3638ddf3356add08e018fb5a4d6d349a012fd1ee59d7f19d987"),
        ("BoundActivity", "10a0204618c4e6f3f98f50eaca0fafa5d83a058a99afa195732734da70db5df8"),
        ("CreateImports", "737710aebea6c3eecff15cb9101186703f31b384a63899946616a9f0e1e4f1c3"),
        ("AddSuspension", "586ee97b7f06c382c36ab6a54db3c0d0ec4322a0b16bdb1bc4a2c660f7ed612a"),
        ("AddIdentities", "d8e840193cc97a559883d2110c9ab0d152ab4cfe893f03ff7d92bd6b3f26224c"),
        ("IndexSessionsByStart", "e6a7f3712adc574aa85a10a3a8affd50a98d7287c4839fa0aecc301d9f03fae4"),
        ("AddPasskeys", "54b1c0e08339ee409d9baf316a2b92842799138f75942d8358d67bcab5dd5bbc"),
        ("AddPendingEmails", "a755316763023ff77fb6d094837281cf539613036e4464a70da96b60cfc8c1ac"),
    ]

    @Test("a migration that a server may have run is never changed: a new one comes behind it")
    func migrationsAreAppended() throws {
        #expect(SQLiteStore.migrator.migrations == Self.schemas.map(\.0))
        let queue = try DatabaseQueue()
        for (migration, digest) in Self.schemas {
            try SQLiteStore.migrator.migrate(queue, upTo: migration)
            let statements = try queue.read { db in
                try String.fetchAll(
                    db,
                    sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'grdb%' ORDER BY name")
            }
            let found = HexText.encode(SHA256.hash(data: Array(statements.joined(separator: "\n").utf8)))
            #expect(found == digest, "\(migration)")
        }
    }

    @Test(
        "mails that an older server was asked for or had queued are sent by this one",
        arguments: ["CreateMailAndActivity", "AddMailTrouble", "AddMailLanguage"])
    func queuedMailsAreSent(_ schema: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "upgrade-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "latchkey.sqlite").path
        try OlderDatabase.make(path, schema: schema)
        let store = try TestServer.openStore(path)
        let transport = FailingTransport()
        try await TestServer.run(environment: ["LATCHKEY_SECRET_KEYS": "k1:\(TestKeys.text)"], store: store) { server in
            let keys = try TestKeys.keys("k1:\(TestKeys.text)")
            try await KeyCheck(store: store).verify(Sealer(keys: keys))
            try await ServerParts(server.dependencies, transport: transport).mailWorker.drain()
        }
        let sent = Dictionary(uniqueKeysWithValues: transport.sent.map { ($0.id, $0) })
        #expect(sent["m1"]?.content == QueuedMailFixture.content && sent["m1"]?.recipient == "ann@example.com")
        #expect(sent["m2"]?.content == QueuedMailFixture.content && sent["m2"]?.recipient == "ann@example.com")
        let ann = "ann@example.com"
        #expect(transport.sent.map(\.recipient).sorted() == [ann, ann, ann, "bob@example.com"])
        let notice = transport.sent.first { $0.content.subject == "New sign-in to your account" }
        #expect(notice?.content.text.contains("This happened 2 times since") == true)
        #expect(notice?.content.text.contains("192.0.2.1") == true)
        #expect(try await store.read { try $0.outbox.count() } == 0)
        let account = try await store.read { try $0.accounts.find(email: "ann@example.com") }
        #expect(account == Account(id: "a", email: "ann@example.com", createdAt: Timestamp(milliseconds: 1)))
    }

    @Test("V15 what the constraints refuse is taken over as it is: no account is lost, and all others work")
    func damagedRowsAreTakenOver() async throws {
        try await OlderDatabase.run("AddMailLanguage") { db in
            try db.execute(
                sql: """
                    INSERT INTO users (id, email, created_at) VALUES ('b', 'bob@example.com', 1);
                    INSERT INTO users (id, email, created_at, passcode_timeout_minutes, mail_trouble)
                    VALUES ('c', 'cay@example.com', -9, 9000000000000000000, 'unheard-of');
                    INSERT INTO sessions (id, account_id, transport, created_at, expires_at, last_active_at,
                        lock_version, failures, refresh_generation)
                    VALUES ('s', 'c', 'pigeon', -1, 9223372036854775807, 1, -1, -5, -7), ('t', 'b', 'bearer', 1,
                        9000000000000, 1, 0, 0, 0);
                    INSERT INTO session_tokens VALUES ('d', 's', 'acces', -1, -1, 7);
                    INSERT INTO reservations VALUES ('r', 'c', 's', -9223372036854775807, -1, -1);
                    """)
        } check: { store, _ in
            let accounts = try await store.read { try $0.accounts.all() }
            #expect(accounts.map(\.key) == ["a", "b", "c"])
            #expect(accounts.map { $0.value?.id } == ["a", "b", nil])
            await #expect(throws: UnreadableRowError(table: "users", id: "c")) {
                try await store.read { try $0.accounts.find(id: "c") }
            }
            let end = try await store.read { try $0.sessions.find(id: "t")?.expiresAt }
            #expect(end == Timestamp(milliseconds: 1) + .days(30))
            await #expect(throws: UnreadableRowError(table: "users", id: nil)) {
                try await store.write { transaction in
                    var account = StoreContract.account("d")
                    account.passcodeTimeoutMinutes = 0
                    try transaction.accounts.insert(account)
                }
            }
        }
    }

    @Test(
        "V15 a row that refers to none is no reason not to start, and takes no other with it",
        arguments: ["CreateMailAndActivity", "AddMailTrouble", "AddMailLanguage"])
    func danglingReferences(_ schema: String) async throws {
        let tables = ["users", "sessions", "session_tokens", "reservations", "one_time_tokens", "outbox", "activity"]
        try await OlderDatabase.run(schema) { db in
            try db.execute(
                sql: """
                    PRAGMA foreign_keys = OFF;
                    INSERT INTO sessions (id, account_id, transport, created_at, expires_at, last_active_at,
                        lock_version, failures, refresh_generation)
                    VALUES ('s', 'gone', 'bearer', 1, 2, 1, 0, 0, 0), ('t', 'a', 'bearer', 1, 9000000000, 1, 0, 0, 0);
                    INSERT INTO session_tokens VALUES ('d', 'none', 'access', 1, 1, 7), ('e', 't', 'access', 1, 1, 7);
                    INSERT INTO reservations VALUES ('r', 'gone', 's', 1, 1, 1), ('q', 'a', 't', 1, 1, 1);
                    INSERT INTO activity (account_id, at, kind) VALUES ('gone', 1, 'signed_in');
                    INSERT INTO one_time_tokens (id, purpose, email, account_id, key_id, link_digest, code_tries,
                        about_passcode, created_at, expires_at)
                    VALUES ('o', 'notice', '', 'gone', 'k', 'x', 0, 0, 1, 2),
                        ('p', 'notice', '', 'a', 'k', 'y', 0, 0, 1, 2);
                    """)
        } check: { store, path in
            let counts = try await DatabaseQueue(path: path).read { db in
                try tables.map { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? 0 }
            }
            // One more token is a placeholder.
            #expect(counts == [1, 2, 2, 2, 3, 2, 3])
            #expect(try await store.read { try $0.accounts.find(id: "a")?.email } == "ann@example.com")
            #expect(try await store.read { try $0.sessions.find(id: "t")?.accountID } == "a")
            #expect(try await store.read { try $0.activity.page(accountID: "a", before: nil, limit: 9).count } == 2)
        }
    }

    @Test("what is beyond the bounds of a newer schema is moved to them, and numbers of events are not given again")
    func outOfBounds() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "upgrade-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "latchkey.sqlite").path
        try OlderDatabase.make(path, schema: "AddMailLanguage")
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET failures = 9e18, created_at = -9e18, next_attempt_at = 9e18;
                    UPDATE mail_requests SET requested_at = 9e18, allowance_used_until = -1;
                    UPDATE activity SET at = -9e18;
                    INSERT INTO activity (id, account_id, at, kind) VALUES (70, 'a', 0, 'signed_in');
                    DELETE FROM activity WHERE id = 70;
                    """)
        }
        try queue.close()
        let store = try TestServer.openStore(path)
        try await store.write { transaction in
            try transaction.activity.insert(
                ActivityEvent(
                    accountID: "a", at: StoreContract.now, kind: .signedIn, deviceName: nil, ip: nil))
            let newest = try transaction.activity.page(accountID: "a", before: nil, limit: 1).first
            hold(newest?.key == "71")
        }
        let atBounds = try await DatabaseQueue(path: path).read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox WHERE failures = 1000000 AND created_at = 0")
        }
        #expect(atBounds == 2)
    }

    @Test("a notice that an older server asks for during an upgrade is sent, counted with those of this one")
    func noticesOfAnOlderServer() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            let account = try await server.account()
            try await server.dependencies.store.write { [now = server.clock.now] transaction in
                try transaction.activity.insert(StoreContract.event(account.id, at: now))
                let event = try transaction.activity.page(accountID: account.id, before: nil, limit: 1).first?.value
                try transaction.mailRequests.insert(
                    MailRequest(
                        id: "old", purpose: .notice, email: account.email, ip: nil, eventID: event?.id,
                        requestedAt: now, allowanceUsedUntil: now, isMade: false))
            }
            let mails = try await server.takeMails(to: "ann@example.com")
            server.clock.advance(by: Notice.interval)
            let all = try await mails + server.takeMails(to: "ann@example.com")
            #expect(all.map(\.subject).allSatisfy { $0 == "New sign-in to your account" })
            let isTold = all.count == 2 || all.first?.text.contains("2 times") == true
            #expect(isTold, "\(all.count)")
        }
    }

    @Test(
        "what is neither of the forms is an error, and the mail waits",
        arguments: ["From: x", "From: a\n\n{}", "[]", ""])
    func otherForms(_ text: String) {
        #expect(throws: (any Error).self) { try MailContent(queued: Array(text.utf8)) }
    }
}
