/// What the owners of accounts are to be told.
protocol NoticeRepository {
    /// Returns nil when there is none.
    func find(accountID: String, kind: NoticeKind) throws -> Notice?
    /// Those of which a mail is to be made, the longest due first, without those whose keys are in `excluded`.
    func due(at now: Timestamp, limit: Int, except excluded: Set<String>) throws -> [StoredRow<Notice>]
    /// Stores the notice in the place of the one of its account and kind.
    func save(_ notice: Notice) throws
    /// Deletes up to `limit` of those that a mail has told all of, and that would hold none back. Returns how many.
    func deleteMailed(at now: Timestamp, limit: Int) throws -> Int
}
