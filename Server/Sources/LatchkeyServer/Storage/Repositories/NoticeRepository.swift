/// The notices for the owners of accounts.
protocol NoticeRepository {
    func find(accountID: String, kind: NoticeKind) throws -> Notice?
    /// Returns the notices of which a mail is due, the longest due first, without those whose keys are in `excluded`.
    func due(at now: Timestamp, limit: Int, except excluded: Set<String>) throws -> [StoredRow<Notice>]
    /// Stores the notice in the place of the one of its account and kind.
    func save(_ notice: Notice) throws
    /// Deletes up to `limit` of those that were mailed in full, and that would delay no mail. Returns how many.
    func deleteMailed(at now: Timestamp, limit: Int) throws -> Int
}
