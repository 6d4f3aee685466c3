/// The mails that were asked for, kept an hour for the limits.
protocol MailRequestRepository {
    /// Some that are not made yet, oldest first, without those whose keys are in `excluded`.
    func pending(limit: Int, except excluded: Set<String>) throws -> [StoredRow<MailRequest>]
    /// How many for sign-in and reset are not made yet; at most `limit` are counted.
    func waitingCount(upTo limit: Int) throws -> Int
    /// Those of an address and purpose after `time`, oldest first.
    func recent(email: String, purpose: MailPurpose, after time: Timestamp) throws -> [MailRequest]
    /// How many a client's network asked for after `time`.
    func count(network: String, after time: Timestamp) throws -> Int
    /// How many the networks of a site, see ``ClientNetwork/site``, asked for after `time`; at most `limit` are
    /// counted.
    func count(site: ClosedRange<String>, after time: Timestamp, upTo limit: Int) throws -> Int
    func insert(_ request: MailRequest) throws
    /// Lets those of a later time count as asked for at `now`.
    func bringBack(to now: Timestamp) throws
    /// Returns false when it was made before, or is gone.
    func markMade(id: String) throws -> Bool
    /// Marks those of an address as made, so that no mail is made; all still count towards the limits.
    func markAllMade(email: String) throws
    /// Deletes up to `limit` of those that were asked for at `time` or before and are made, or are no longer worth
    /// making. Returns how many.
    func deleteOutdated(upTo time: Timestamp, limit: Int) throws -> Int
}
