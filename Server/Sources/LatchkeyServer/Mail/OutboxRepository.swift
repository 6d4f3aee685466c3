/// The mails on their way.
protocol OutboxRepository {
    /// The oldest unsent one whose time has come; nil when there is none.
    func nextDue(at now: Timestamp) throws -> QueuedMail?
    func insert(_ mail: QueuedMail) throws
    func count() throws -> Int
    /// Some of all, by id: those behind `id`, at most `limit`.
    func page(after id: String, limit: Int) throws -> [QueuedMail]
    /// Keeps when it is to be tried next and how often that failed. Does nothing when the mail is gone.
    func update(_ mail: QueuedMail) throws
    /// Replaces the sealed message.
    func reseal(id: String, _ sealedMessage: String) throws
    func delete(id: String) throws
    func deleteAll(recipient: String) throws
    /// Deletes the mails that bear a one-time token of the purpose.
    func deleteAll(purpose: MailPurpose) throws
    func deleteExpired(at now: Timestamp) throws
}
