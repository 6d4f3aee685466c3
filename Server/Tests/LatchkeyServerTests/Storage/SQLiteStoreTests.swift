import Foundation
import GRDB
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite(.onSQLite) struct SQLiteStoreTests {
    @Test("V1 a write's time is read after its lock")
    func aWritesTimeIsReadAfterItsLock() async throws {
        try await TemporaryStore.run { _, path in
            let clock = ManualClock()
            let store = try TestServer.openStore(path, clock)
            let held = try await HeldDatabase(path)
            async let time = store.write { $0.now }
            await waitUntil { store.writesInProgress == 1 }
            clock.advance(by: .seconds(10))
            try await held.release()
            #expect(try await time == clock.now)
        }
    }

    @Test(arguments: StoreContract.rules) func theSQLiteStoreSatisfiesTheStoreContract(_ rule: StoreRule)
        async throws
    {
        try await TemporaryStore.run { store, _ in try await rule.check(store) }
    }

    @Test func textWithANULIsNotStored() async throws {
        try await TemporaryStore.run { store, _ in
            var account = StoreContract.account("1")
            account.timeZone = "Europe/Paris\0x"
            await #expect(throws: (any Error).self) {
                try await store.write { [account] transaction in try transaction.accounts.insert(account) }
            }
            let stored = try await store.read { try $0.accounts.all() }
            #expect(stored.isEmpty)
        }
    }

    @Test("V1 concurrent writing processes lose nothing")
    func concurrentWritingProcessesLoseNothing() async throws {
        try await TemporaryStore.run { store, path in
            let other = try TestServer.openStore(path)
            try await store.write { try $0.accounts.insert(StoreContract.account("1")) }
            #expect(try await other.read { try $0.accounts.find(id: StoreContract.rowID("1")) != nil })
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<30 {
                    let writer = index.isMultiple(of: 2) ? store : other
                    group.addTask {
                        try await writer.write { transaction in
                            var account = try #require(try transaction.accounts.find(id: StoreContract.rowID("1")))
                            account.failures += 1
                            try transaction.accounts.update(account)
                        }
                    }
                }
                try await group.waitForAll()
            }
            for store in [store, other] {
                #expect(try await store.read { try $0.accounts.find(id: StoreContract.rowID("1"))?.failures } == 30)
            }
        }
    }

    @Test func repeatedMigrationKeepsTheData() async throws {
        try await TemporaryStore.run { store, path in
            try await store.write { try $0.accounts.insert(StoreContract.account("1")) }
            try store.migrate()
            try TestServer.openStore(path).migrate()
            #expect(try await store.read { try $0.accounts.all().count } == 1)
        }
    }

    @Test func passcodeColumnsExistWithTheirDefaults() async throws {
        try await TemporaryStore.run { _, path in
            let database = try DatabaseQueue(path: path)
            let row = try database.write { db in
                try db.execute(sql: "INSERT INTO users (id, email, created_at) VALUES ('1', 'a@example.com', 0)")
                return try Row.fetchOne(
                    db,
                    sql: """
                        SELECT passcode_hash, passcode_salt, passcode_enabled, passcode_timeout_minutes FROM users
                        """)
            }
            let columns = try #require(row)
            #expect(columns["passcode_hash"] == nil && columns["passcode_salt"] == nil)
            #expect(columns["passcode_enabled"] == false && columns["passcode_timeout_minutes"] == 15)
        }
    }

    @Test("V2 every commit is synced to disk in WAL mode")
    func everyCommitIsSyncedToDiskInWALMode() async throws {
        try await TemporaryStore.run { store, _ in
            let modes = try await store.write { transaction in
                let session = transaction.accounts.session
                let mode = try session.rows(Statement("PRAGMA journal_mode"), []) { try $0.text(0) }
                #expect(mode == ["wal"])
                return [
                    try session.number(Statement("PRAGMA synchronous")),
                    try session.number(Statement("PRAGMA foreign_keys")),
                ]
            }
            #expect(modes == [2, 1])
        }
    }

    @Test("V7 NIST-3.1.1.2-25 the file contains no passcode, code, token or key")
    func theFileContainsNoPasscodeCodeTokenOrKey() async throws {
        try await TestServer.run { server in
            let signIn = try await server.signInEmail("ann@example.com")
            let code = try #require(signIn.code)
            let token = try #require(signIn.token)
            let session = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#).session()
            let set = try await server.setPasscode(session)
            let reset = try await server.resetEmail()
            try await server.fail(2, set)
            let verified = try await server.verify(TestServer.passcode, set).session()
            let refreshed = try await server.refresh(verified.refreshToken).session()
            let cookie = try await server.signInPage()
            let notices = try await server.takeEmails(to: "ann@example.com")
            // A queued email request.
            _ = try await server.post("/api/auth/magic-link", #"{"email":"bob@example.com"}"#)
            var secrets = [
                TestServer.passcode, TestServer.wrongPasscode, code, code.replacing("-", with: ""), token, cookie,
                try #require(reset.code), try #require(reset.token), try #require(set.recoveryKey),
            ]
            secrets += [session, set, verified, refreshed].flatMap { [$0.accessToken, $0.refreshToken] }
            secrets += notices.compactMap(\.token)
            let key = try #require(Data(base64Encoded: set.recoveryKey ?? ""))
            let path = server.dependencies.settings.databasePath
            for file in [path, path + "-wal"] {
                let bytes = try Data(contentsOf: URL(filePath: file))
                for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)") }
                #expect(bytes.range(of: key) == nil)
                #expect(bytes.range(of: Data("Use this code".utf8)) == nil)
            }
            let all = try Data(contentsOf: URL(filePath: path)) + Data(contentsOf: URL(filePath: path + "-wal"))
            #expect(all.range(of: Data("ann@example.com".utf8)) != nil, "the search finds what is there")
        }
    }

    @Test("V15 damaged tokens and sessions end instead of staying valid")
    func damagedTokensAndSessionsEndInsteadOfStayingValid() async throws {
        try await TemporaryStore.run { store, path in
            let now = StoreContract.now
            try await store.write { transaction in
                let ann = StoreContract.account("1")
                try transaction.accounts.insert(ann)
                for id in ["a", "b"] { try transaction.sessions.insert(StoreContract.session(id, ann)) }
                for (digest, id) in [("damaged", "a"), ("whole", "a"), ("other", "b")] {
                    try transaction.sessionTokens.insert(
                        StoreContract.token(digest, id, .access, end: now + .minutes(15)))
                }
            }
            let (digest, id) = (StoreContract.tokenDigest("damaged"), StoreContract.rowID("b"))
            // Written by retiring and locking: neither can be within its bounds. The gate does not read the version.
            try await DatabaseQueue(path: path).writeWithoutTransaction { db in
                try db.execute(
                    sql: """
                        PRAGMA ignore_check_constraints = ON;
                        UPDATE session_tokens SET expires_at = -1 WHERE digest = '\(digest)';
                        UPDATE sessions SET lock_version = 2147483647 WHERE id = '\(id)';
                        """)
            }
            try await store.write { transaction in
                try transaction.sessionTokens.retire(sessionID: StoreContract.rowID("a"), end: now + .seconds(60))
                try transaction.sessions.lockAll(
                    accountID: StoreContract.rowID("1"), except: StoreContract.rowID("a"))
                try hold(
                    transaction.sessions.list(accountID: StoreContract.rowID("1")).map(\.id)
                        == StoreContract.rowIDs("a"))
            }
            func gate(_ token: String) async throws -> GateSession? {
                try await store.gateSession(
                    tokenDigest: StoreContract.tokenDigest(token), settleWithin: .seconds(10))?.session
            }
            #expect(try await gate("damaged") == nil)
            #expect(try await gate("other") == nil)
            #expect(try await gate("whole")?.state.isLocked(under: TeamRules(), at: StoreContract.now) == true)
        }
    }

    @Test("V8 file problems are store errors")
    func fileProblemsAreStoreErrors() async throws {
        try await TemporaryStore.run { store, path in
            #expect(throws: (any Error).self) { try SQLiteStore(path: path + "/x/y", clock: ManualClock()) }
            let readOnly = try SQLiteStore(path: path, clock: ManualClock(), readOnly: true)
            await #expect(throws: StoreError.self) { try await readOnly.ping() }
            await #expect(throws: StoreError.self) {
                try await readOnly.write { try $0.accounts.insert(StoreContract.account("1")) }
            }
            try store.close()
            await #expect(throws: (any Error).self) { try await store.ping() }
        }
    }
}
