import Foundation
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// The number of connections that writes about one account use.
@Suite(.withPostgres)
struct SerializationKeyTests {
    private static let begin = PostgresStatement("BEGIN")
    private static let lock = PostgresStatement("SELECT pg_advisory_xact_lock($1)")
    private static let rollBack = PostgresStatement("ROLLBACK")

    @Test("V9 one account's attempts wait on one connection")
    func oneAccountsAttemptsWaitOnOneConnection() async throws {
        let (store, holder) = try await open()
        defer {
            holder.close()
            store.close()
        }
        let (guessed, other) = (StoreContract.account("a"), StoreContract.account("b"))
        let scopes = (0..<12).map { WriteScope.session(tokenDigest: StoreContract.tokenDigest("a\($0)")) }
        try await store.write(on: .rows) { transaction in
            for account in [guessed, other] { try transaction.accounts.insert(account) }
            for (account, name) in (0..<12).map({ (guessed, "a\($0)") }) + [(other, "b0")] {
                let end = StoreContract.now + .hours(1)
                try transaction.sessions.insert(StoreContract.session(name, account))
                try transaction.sessionTokens.insert(StoreContract.token(name, name, .access, end: end))
            }
        }
        // Each scope's key was looked up once.
        for scope in scopes { try await store.write(on: scope, as: .reservation) { _ in } }
        _ = try holder.exchange(
            [Self.begin(), Self.lock(LockKey.ofAddress(guessed.email))], until: .in(.ample))
        try await withThrowingTaskGroup(of: Void.self) { group in
            // The scopes of attempts, settlements, and email requests.
            for scope in scopes + [.account(guessed.id), .address(guessed.email)] {
                group.addTask { try await store.write(on: scope, as: .reservation) { _ in } }
            }
            defer { _ = try? holder.exchange([Self.rollBack()], until: .in(.ample)) }
            try await waitUntil("the writes") { store.pool.status.busy + store.pool.status.waiting == 14 }
            // A write without a connection waits here; one with a connection waits in the database, where it is
            // visible.
            try #require(store.pool.status.busy == 1)
            try await store.write(on: .session(tokenDigest: StoreContract.tokenDigest("b0")), as: .reservation) { _ in }
            try await store.write(on: .account(other.id), as: .settlement) { _ in }
            #expect(store.pool.status.busy == 1 && store.pool.status.waiting == 13)
            _ = try holder.exchange([Self.rollBack()], until: .in(.ample))
            try await group.waitForAll()
        }
    }

    @Test("V9 one network's requests wait on one connection")
    func oneNetworksRequestsWaitOnOneConnection() async throws {
        let (store, holder) = try await open()
        defer {
            holder.close()
            store.close()
        }
        // A connection is open.
        try await store.write(on: .rows) { _ in }
        _ = try holder.exchange([Self.begin(), Self.lock(LockKey.ofNetwork("192.0.2.1"))], until: .in(.ample))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let request = WriteScope.emailRequest(to: "\(number)@example.com", network: "192.0.2.1")
                    try await store.write(on: request) { _ in }
                }
            }
            defer { _ = try? holder.exchange([Self.rollBack()], until: .in(.ample)) }
            try await waitUntil("the requests") { store.pool.status.busy + store.pool.status.waiting == 20 }
            try #require(store.pool.status.busy == 1)
            try await store.write(on: .emailRequest(to: "other@example.com", network: "192.0.2.2")) { _ in }
            #expect(store.pool.status.busy == 1 && store.pool.status.waiting == 19)
            _ = try holder.exchange([Self.rollBack()], until: .in(.ample))
            try await group.waitForAll()
        }
    }

    /// Opens a store with four connections, and a connection that holds locks.
    private func open() async throws -> (PostgresStore, PostgresConnection) {
        let database = try await TestPostgres.database()
        let store = PostgresStore(
            settings: try database.settings().ample, connections: 4, timeout: .ample, logger: .silent)
        return (store, try database.connection())
    }

    @Test func theCacheIsBoundedAndUnknownLocksAreSeparate() {
        let cache = SerializationKeyCache()
        func scope(_ number: Int) -> WriteScope { .session(tokenDigest: "\(number)") }
        for number in 0...SerializationKeyCache.generation * 3 {
            cache.note(AccountLock(accountID: UUID(), key: 7), of: scope(number))
            #expect(cache.keys(of: scope(number)) == ["lock 7"])
        }
        #expect(cache.count <= SerializationKeyCache.generation * 2)
        #expect(cache.keys(of: scope(0)) != cache.keys(of: scope(1)))
    }

    @Test func anAttemptUsesItsAccountsSerializationKey() {
        let cache = SerializationKeyCache()
        let account = AccountLock(accountID: UUID(), key: 7)
        let id = HexText.encode(account.accountID.bytes)
        cache.note(account, of: .account(id))
        for session in ["1", "2"] {
            #expect(cache.keys(of: .attempt(accountID: id, sessionID: StoreContract.rowID(session))) == ["lock 7"])
        }
    }

    @Test func aRefreshUsesItsFamilysSerializationKey() {
        let cache = SerializationKeyCache()
        let account = AccountLock(accountID: UUID(), key: 7)
        cache.note(account, of: .refresh(digest: "1", family: "f"))
        #expect(cache.keys(of: .refresh(digest: "2", family: "f")) == ["lock 7"])
        #expect(cache.keys(of: .account(HexText.encode(account.accountID.bytes))) == ["lock 7"])
        #expect(cache.keys(of: .refresh(digest: "1", family: nil)) != ["lock 7"])
    }
}
