/// A mail on its way: the row in `outbox`.
struct QueuedMail: Codable, Equatable, Sendable {
    /// What ``failures`` may be in a row.
    static let failureCounts: ClosedRange<Int64> = 0...999_999

    let id: String
    let purpose: MailPurpose
    let recipient: String
    /// Its content, sealed. The row is deleted once it was sent or is outdated.
    let sealedMessage: String
    let createdAt: Timestamp
    /// After this time the mail is of no use and is not sent.
    let expiresAt: Timestamp
    var failures: Int
    /// The earliest time of the next try; a worker that takes the mail moves it ahead, so that no other sends it
    /// meanwhile.
    var nextAttemptAt: Timestamp
}
