/// The mails on their way.
protocol OutboxRepository {
    /// The unsent one that is due longest, of notices or of all others, without those whose keys are in `excluded`; nil
    /// when there is none.
    func nextDue(at now: Timestamp, isNotice: Bool, except excluded: Set<String>) throws -> StoredRow<QueuedMail>?
    /// Returns what ``nextDue(at:isNotice:except:)`` does, and keeps it until `time` for the worker that asks: no other
    /// gets it meanwhile. A row that cannot be read is left as it is.
    func claimDue(
        at now: Timestamp, until time: Timestamp, isNotice: Bool, except excluded: Set<String>
    ) throws -> StoredRow<QueuedMail>?
    func insert(_ mail: QueuedMail) throws
    /// About how many there are.
    func count() throws -> Int
    /// Returns the ids of up to `limit` mails from where the page before them ended, also of those that cannot be read.
    func ids(after end: String?, limit: Int) throws -> RowPage<String>
    /// The sealed message of a mail, whatever else its row holds; nil when there is none.
    func sealedMessage(id: String) throws -> String?
    /// Keeps when it is to be tried next and how often that failed. Does nothing when the mail is gone.
    func postpone(id: String, until time: Timestamp, failures: Int) throws
    /// Keeps the mail for the worker that has it until `time`. Does nothing when the mail is gone.
    func hold(id: String, until time: Timestamp) throws
    /// Whether ``bringBack(to:laterThan:madeAfter:)`` finds any.
    func isAny(laterThan limit: Timestamp, madeAfter future: Timestamp) throws -> Bool
    /// Lets those be tried at `now` that are to be tried later than `limit`, or were made after `future` and are to be
    /// tried after it; these count as made at `now`. No `limit` is before its `future`.
    func bringBack(to now: Timestamp, laterThan limit: Timestamp, madeAfter future: Timestamp) throws
    /// Replaces the sealed message.
    func reseal(id: String, _ sealedMessage: String) throws
    func delete(id: String) throws
    /// Of a mail that has no purpose, that of its token counts, which must still be stored; so it does for
    /// ``deleteAll(purpose:)``. Returns when the first of them was to be tried; nil when there was none.
    @discardableResult func deleteAll(recipient: String, purpose: MailPurpose) throws -> Timestamp?
    func deleteAll(purpose: MailPurpose) throws
    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int
}
