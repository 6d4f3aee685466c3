/// The mails on their way.
protocol OutboxRepository {
    /// The oldest unsent one whose time has come; nil when there is none.
    func nextDue(at now: Timestamp) throws -> QueuedMail?
    func insert(_ mail: QueuedMail) throws
    /// Does nothing when the mail is gone.
    func update(_ mail: QueuedMail) throws
    func delete(id: String) throws
    func deleteAll(recipient: String) throws
    func deleteExpired(at now: Timestamp) throws
}
