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
    static let lockAll = PostgresStatement(
        """
        LOCK TABLE users, sessions, session_tokens, reservations, one_time_tokens, mail_requests, notices, outbox,
            activity, imports, staged_passcodes, key_check IN EXCLUSIVE MODE
        """)

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
        case .freeAddresses, .rows, .queue, .sweep, .all: nil
        }
    }

    /// Locks the subject, and then reads the time.
    ///
    /// - Parameter process: The beat of this one is read with the time.
    /// - Returns: The moment, and the addresses that are locked where only some may be, or nothing may be locked; nil
    ///   where that is no question.
    func lock(
        in transaction: PostgresTransaction, for process: UUID
    ) throws -> (moment: DatabaseMoment, addresses: Set<String>?) {
        let moment = { queries in try Self.moment(after: queries, in: transaction, for: process) }
        switch self {
        case .session(let digest):
            return (try moment([Self.lockSession(HexText.decode(digest) ?? [])]), nil)
        case .refresh(let digest, let family):
            let byDigest = Self.lockSession(HexText.decode(digest) ?? [])
            // A session's token and its family have one account.
            return (try moment([byDigest] + (family.map { [Self.lockFamily($0)] } ?? [])), nil)
        case .accounts(let ids):
            return (try moment(Self.locks(ofAccounts: ids, in: transaction)), nil)
        case .addresses(let addresses):
            let keys = Set(addresses.map(LockKey.ofAddress)).sorted()
            return (try moment(keys.map { Self.lock($0) }), Set(addresses))
        case .freeAddresses(let addresses):
            let addresses = Array(Set(addresses))
            let results = try transaction.run(addresses.map { Self.lockIfFree(LockKey.ofAddress($0)) })
            let isLocked = try results.map { try $0.first?.value(0, as: Bool.self) ?? false }
            let locked = zip(addresses, isLocked).filter(\.1).map(\.0)
            return (try moment([]), Set(locked))
        case .mailed(let digests, let purpose):
            let digests = PostgresByteArrays(digests.compactMap(HexText.decode))
            return (try moment([Self.lockMailed(digests, purpose.rawValue)]), nil)
        case .mailRequest(let address, let network):
            let keys = [network.map(LockKey.ofNetwork), LockKey.ofAddress(address)].compactMap(\.self)
            return (try moment(keys.map { Self.lock($0) }), nil)
        case .rows, .queue:
            return (try moment([]), nil)
        case .sweep:
            let isFree = try transaction.run(Self.lockIfFree(LockKey.ofSweep)).first?.value(0, as: Bool.self)
            return (try moment([]), isFree == true ? nil : [])
        case .all:
            return (try moment([Self.lockAll()]), nil)
        }
    }

    /// In the order of the keys, so that no two wait for each other.
    private static func locks(
        ofAccounts ids: [String], in transaction: PostgresTransaction
    ) throws -> [PostgresQuery] {
        let ids = ids.compactMap { UUID(rowID: $0) }
        if let id = ids.first, ids.count == 1 { return [lockAccount(id)] }
        let results = try transaction.run(ids.map { keyOfAccount($0) })
        let keys = try results.compactMap { try $0.first?.value(0, as: Int64.self) }
        return Set(keys).sorted().map { lock($0) }
    }

    private static func moment(
        after locks: [PostgresQuery], in transaction: PostgresTransaction, for process: UUID
    ) throws -> DatabaseMoment {
        try transaction.run(locks + [DatabaseMoment.query(for: process)]).last?.first.map { try DatabaseMoment($0) }
            ?? { throw PostgresError.unexpectedValue(column: 0, type: "moment") }()
    }
}
#endif
