import Foundation
import LatchkeyPostgres

extension WriteScope {
    // A separate statement, because the snapshot of a statement that waits for a lock is older than the lock.
    private static let lock = PostgresStatement("SELECT pg_advisory_xact_lock($1)")
    private static let lockIfFree = PostgresStatement("SELECT pg_try_advisory_xact_lock($1)")
    private static let lockSession = PostgresStatement(
        """
        SELECT pg_advisory_xact_lock(u.lock_key), u.id, u.lock_key
        FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id
        WHERE t.digest = $1
        """)
    private static let lockFamily = PostgresStatement(
        """
        SELECT pg_advisory_xact_lock(u.lock_key), u.id, u.lock_key
        FROM sessions s JOIN users u ON u.id = s.account_id WHERE s.refresh_family = $1
        """)
    private static let keyOfAccount = PostgresStatement("SELECT lock_key FROM users WHERE id = $1")
    private static let keyOfIdentity = PostgresStatement(
        "SELECT lock_key FROM users WHERE identity_subject = $1 AND identity_issuer = $2")
    private static let lockAccount = PostgresStatement(
        "SELECT pg_advisory_xact_lock(lock_key), id, lock_key FROM users WHERE id = $1")
    private static let lockEmailed = PostgresStatement(
        "SELECT pg_advisory_xact_lock(lock_key) FROM one_time_tokens WHERE link_digest = ANY($1) AND purpose = $2")
    // Conflicts with all other writes (https://www.postgresql.org/docs/15/explicit-locking.html#LOCKING-TABLES).
    static let lockAll = Statement("LOCK TABLE \(Schema.names) IN EXCLUSIVE MODE").postgres

    /// Locks the scope, and then reads the time.
    ///
    /// - Parameter process: The process whose heartbeat is read with the time.
    func lock(in transaction: PostgresTransaction, for process: UUID) throws -> ScopeLock {
        func locked(
            _ locks: [PostgresQuery], addresses: Set<String>? = nil, findsAccount: Bool = false
        ) throws -> ScopeLock {
            let results = try transaction.run(locks + [DatabaseMoment.query(for: process)])
            guard let moment = try results.last?.first.map({ try DatabaseMoment($0) }) else {
                throw PostgresError.unexpectedValue(column: 0, type: "moment")
            }
            let row = findsAccount ? results.dropLast().lazy.compactMap(\.first).first : nil
            return ScopeLock(
                moment: moment, addresses: addresses,
                account: try row.map(AccountLock.init))
        }
        func locked(_ lock: PostgresQuery, reading caller: PostgresCallers.Key) throws -> ScopeLock {
            let results = try transaction.run([lock, caller.query(for: process)])
            return ScopeLock(
                moment: try PostgresCallers.moment(in: results[1]), addresses: nil,
                account: try results[0].first.map(AccountLock.init),
                caller: LockedCaller(key: caller, found: results[1]))
        }
        switch self {
        case .session(let digest):
            return try locked(Self.lockSession(HexText.decode(digest) ?? []), reading: .token(digest: digest))
        case .attempt(let accountID, let sessionID):
            guard let accountID = UUID(rowID: accountID), let sessionID = UUID(rowID: sessionID) else {
                return try locked([])
            }
            return try locked(Self.lockAccount(accountID), reading: .ids(account: accountID, session: sessionID))
        case .refresh(let digest, let family):
            let byDigest = Self.lockSession(HexText.decode(digest) ?? [])
            // A session's token and its family have the same account.
            return try locked([byDigest] + (family.map { [Self.lockFamily($0)] } ?? []), findsAccount: true)
        case .accounts(let ids):
            let ids = ids.compactMap { UUID(rowID: $0) }
            if ids.count == 1 { return try locked([Self.lockAccount(ids[0])], findsAccount: true) }
            return try locked(Self.locks(ofAccounts: ids, in: transaction))
        case .identity(let identity, let address, let sidDigest):
            // Locked first: the account of the identity, and its lock, stay the same from here on.
            let session = sidDigest.map { Self.lock(LockKey.ofProviderSession(issuer: identity.issuer, $0)) }
            let results = try transaction.run(
                [session].compactMap(\.self) + [
                    Self.lock(LockKey.of(identity)), Self.keyOfIdentity(identity.subject, identity.issuer),
                ])
            let known = try results.last?.first.map { try $0.value(0, as: Int64.self) }
            let keys = Set([known, address.map(LockKey.ofAddress)].compactMap(\.self)).sorted()
            return try locked(keys.map { Self.lock($0) })
        case .providerSession(let issuer, let sidDigest):
            return try locked([Self.lock(LockKey.ofProviderSession(issuer: issuer, sidDigest))])
        case .addresses(let addresses):
            let keys = Set(addresses.map(LockKey.ofAddress)).sorted()
            return try locked(keys.map { Self.lock($0) }, addresses: Set(addresses))
        case .freeAddresses(let addresses):
            let addresses = Array(Set(addresses))
            let results = try transaction.run(addresses.map { Self.lockIfFree(LockKey.ofAddress($0)) })
            let isLocked = try results.map { try $0.first?.value(0, as: Bool.self) ?? false }
            return try locked([], addresses: Set(zip(addresses, isLocked).filter(\.1).map(\.0)))
        case .emailed(let digests, let purpose):
            return try locked([
                Self.lockEmailed(PostgresByteArrays(digests.compactMap(HexText.decode)), purpose.rawValue)
            ])
        case .emailRequest(let address, let network):
            let keys = [network.map(LockKey.ofNetwork), LockKey.ofAddress(address)].compactMap(\.self)
            return try locked(keys.map { Self.lock($0) })
        case .rows, .queue:
            return try locked([])
        case .sweep:
            let isFree = try transaction.run(Self.lockIfFree(LockKey.ofSweep)).first?.value(0, as: Bool.self)
            return try locked([], addresses: isFree == true ? nil : [])
        case .all:
            return try locked([Self.lockAll()])
        }
    }

    /// Locks in the order of the keys, to avoid deadlocks.
    private static func locks(ofAccounts ids: [UUID], in transaction: PostgresTransaction) throws -> [PostgresQuery] {
        let results = try transaction.run(ids.map { keyOfAccount($0) })
        let keys = try results.compactMap { try $0.first?.value(0, as: Int64.self) }
        return Set(keys).sorted().map { lock($0) }
    }
}
