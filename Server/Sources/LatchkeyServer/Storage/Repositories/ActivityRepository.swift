import LatchkeyAPI

/// The events of the accounts.
protocol ActivityRepository {
    /// Newest first, of one account, older than the event `before` where given. A row's key is the event's number.
    func page(accountID: String, before: Int64?, limit: Int) throws -> [StoredRow<ActivityEvent>]
    func insert(_ event: ActivityEvent) throws
    /// Deletes the account's events of a kind except the newest `count`.
    func deleteOldest(accountID: String, kind: ActivityKind, keeping count: Int) throws
    func delete(upTo time: Timestamp, limit: Int) throws -> Int
}
