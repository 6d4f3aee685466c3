/// What happened on the accounts.
protocol ActivityRepository {
    /// Returns nil when there is none.
    func find(id: Int64) throws -> ActivityEvent?
    /// Newest first, of one account, older than the event `before` where given.
    func page(accountID: String, before: Int64?, limit: Int) throws -> [ActivityEvent]
    /// Returns the new event's number.
    func insert(_ event: ActivityEvent) throws -> Int64
    func delete(upTo time: Timestamp) throws
}
