#if PostgreSQL
import Foundation
import LatchkeyPostgres

extension Subject {
    // Each is a statement of its own: the snapshot of one that waits for a lock is older than the lock.
    private static let lock = PostgresStatement("SELECT pg_advisory_xact_lock($1)")
    private static let lockIfFree = PostgresStatement("SELECT pg_try_advisory_xact_lock($1)")
    private static let lockSession = PostgresStatement(
        """
        SELECT pg_advisory_xact_lock(u.lock_key)
        FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id
        WHERE t.digest = $1
        """)
    private static let lockFamily = PostgresStatement(
        """
        SELECT pg_advisory_xact_lock(u.lock_key)
        FROM sessions s JOIN users u ON u.id = s.account_id WHERE s.refresh_family = $1
        """)
    private static let keyOfAccount = PostgresStatement("SELECT lock_key FROM users WHERE id = $1")
    private static let lockAccount = PostgresStatement(
        "SELECT pg_advisory_xact_lock(lock_key) FROM users WHERE id = $1")
    private static let lockMailed = PostgresStatement(
        "SELECT pg_advisory_xact_lock(lock_key) FROM one_time_tokens WHERE link_digest = ANY($1) AND purpose = $2")
    // What all others write conflicts with it
    // (https://www.postgresql.org/docs/15/explicit-locking.html#LOCKING-TABLES).
    private static let lockAll = PostgresStatement(
        """
        LOCK TABLE users, sessions, session_tokens, reservations, one_time_tokens, mail_requests, notices, outbox,
            activity, imports, staged_passcodes, key_check IN EXCLUSIVE MODE
        """)
    private static let clock = PostgresStatement("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")

    /// Writes of one lane wait for each other in this process, instead of each on a connection; nil where they do not
    /// wait at all, or not for one thing alone.
    var lane: String? {
        switch self {
        case .session(let digest): "session " + digest
        case .refresh(let digest, _): "session " + digest
        case .accounts(let ids): ids.count == 1 ? ids.first.map { "account " + $0 } : nil
        case .addresses(let addresses): addresses.count == 1 ? addresses.first.map { "address " + $0 } : nil
        case .mailed(let digests, _): digests.first.map { "mailed " + $0 }
        case .mailRequest(let address, _): "address " + address
        case .freeAddresses, .rows, .queue, .all: nil
        }
    }

    /// Locks the subject, and then reads the time.
    ///
    /// - Returns: The time, and the addresses that are locked where only some may be; nil where that is no question.
    func lock(in transaction: PostgresTransaction) throws -> (now: Timestamp, addresses: Set<String>?) {
        switch self {
        case .session(let digest):
            return (try now(after: [Self.lockSession(HexText.decode(digest) ?? [])], in: transaction), nil)
        case .refresh(let digest, let family):
            let byDigest = Self.lockSession(HexText.decode(digest) ?? [])
            // A session's token and its family have one account.
            return (try now(after: [byDigest] + (family.map { [Self.lockFamily($0)] } ?? []), in: transaction), nil)
        case .accounts(let ids):
            return (try lockAccounts(ids, in: transaction), nil)
        case .addresses(let addresses):
            let keys = Set(addresses.map(LockKey.ofAddress)).sorted()
            return (try now(after: keys.map { Self.lock($0) }, in: transaction), Set(addresses))
        case .freeAddresses(let addresses):
            let addresses = Array(Set(addresses))
            let results = try transaction.run(addresses.map { Self.lockIfFree(LockKey.ofAddress($0)) })
            let isLocked = try results.map { try $0.first?.value(0, as: Bool.self) ?? false }
            let locked = zip(addresses, isLocked).filter(\.1).map(\.0)
            return (try now(after: [], in: transaction), Set(locked))
        case .mailed(let digests, let purpose):
            let digests = PostgresByteArrays(digests.compactMap(HexText.decode))
            return (try now(after: [Self.lockMailed(digests, purpose.rawValue)], in: transaction), nil)
        case .mailRequest(let address, let network):
            let keys = [network.map(LockKey.ofNetwork), LockKey.ofAddress(address)].compactMap(\.self)
            return (try now(after: keys.map { Self.lock($0) }, in: transaction), nil)
        case .rows, .queue:
            return (try now(after: [], in: transaction), nil)
        case .all:
            return (try now(after: [Self.lockAll()], in: transaction), nil)
        }
    }

    /// In the order of the keys, so that no two wait for each other.
    private func lockAccounts(_ ids: [String], in transaction: PostgresTransaction) throws -> Timestamp {
        let ids = ids.compactMap { UUID(rowID: $0) }
        if let id = ids.first, ids.count == 1 { return try now(after: [Self.lockAccount(id)], in: transaction) }
        let results = try transaction.run(ids.map { Self.keyOfAccount($0) })
        let keys = try results.compactMap { try $0.first?.value(0, as: Int64.self) }
        return try now(after: Set(keys).sorted().map { Self.lock($0) }, in: transaction)
    }

    private func now(after locks: [PostgresQuery], in transaction: PostgresTransaction) throws -> Timestamp {
        try transaction.run(locks + [Self.clock()]).last?.first.map { Timestamp(milliseconds: try $0.value(0)) }
            ?? { throw PostgresError.unexpectedValue(column: 0, type: "Int64") }()
    }
}
#endif
