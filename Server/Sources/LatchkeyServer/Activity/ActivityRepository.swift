/// What happened on the accounts.
protocol ActivityRepository {
    /// Returns nil when there is none.
    func find(id: Int64) throws -> ActivityEvent?
    /// Newest first, of one account, older than the event `before` where given. A row's key is the event's number.
    func page(accountID: String, before: Int64?, limit: Int) throws -> [StoredRow<ActivityEvent>]
    func insert(_ event: ActivityEvent) throws
    func delete(upTo time: Timestamp) throws
}
