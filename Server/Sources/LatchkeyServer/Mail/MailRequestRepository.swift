/// The mails that were asked for, kept an hour for the limits.
protocol MailRequestRepository {
    /// The oldest one that is not made yet; nil when there is none.
    func nextPending() throws -> MailRequest?
    /// Those of an address and purpose after `time`, oldest first.
    func recent(email: String, purpose: MailPurpose, after time: Timestamp) throws -> [MailRequest]
    /// How many of any purpose but notices a client address asked for after `time`.
    func count(ip: String, after time: Timestamp) throws -> Int
    func insert(_ request: MailRequest) throws
    func markMade(id: String) throws
    func deleteAll(email: String) throws
    /// Deletes those that are made and were asked for at `time` or before.
    func deleteMade(upTo time: Timestamp) throws
}
