import Foundation
import LatchkeyPostgres

/// What a transaction has locked, and when.
struct SubjectLock {
    let moment: DatabaseMoment
    /// The addresses that are locked where only some may be, or nothing may be locked; nil where that is no question.
    let addresses: Set<String>?
    /// Nil where it was locked by nothing that is looked up, and where there is no such account.
    let account: AccountLock?
    /// Nil where the subject names none.
    var caller: LockedCaller?
}

/// What a caller's query found behind the lock.
struct LockedCaller {
    let key: PostgresCallers.Key
    let found: PostgresResult
}

/// The lock of an account that was looked up.
struct AccountLock: Sendable {
    let accountID: UUID
    let key: Int64
}

extension AccountLock {
    /// - Parameter row: What took the lock, the account and the key.
    init(_ row: PostgresRow) throws {
        accountID = try row.value(1)
        key = try row.value(2)
    }
}
