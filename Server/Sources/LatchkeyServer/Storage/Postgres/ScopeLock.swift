import Foundation
import LatchkeyPostgres

/// The locks of a transaction, and its moment.
struct ScopeLock {
    let moment: DatabaseMoment
    /// The locked addresses, if only some could be locked; nil if all are.
    let addresses: Set<String>?
    /// The lock of the account, if it was found by the account's row; nil otherwise.
    let account: AccountLock?
    /// The caller that was read after the lock; nil for scopes that are not a caller's.
    var caller: LockedCaller?
}

/// The result of a caller's query after the lock.
struct LockedCaller {
    let key: PostgresCallers.Key
    let found: PostgresResult
}

/// The lock of an account.
struct AccountLock: Sendable {
    let accountID: UUID
    let key: Int64
}

extension AccountLock {
    /// - Parameter row: The result of the lock: the account and the key.
    init(_ row: PostgresRow) throws {
        accountID = try row.value(1)
        key = try row.value(2)
    }
}
