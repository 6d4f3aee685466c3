/// An email for a transport.
struct OutgoingEmail: Equatable, Sendable {
    /// The email's ID, the same for each attempt. It forms the `Message-ID`, by which mail clients detect duplicates.
    let id: String
    let from: FromAddress
    let recipient: String
    let content: EmailContent
    let createdAt: Timestamp
    /// The number of failed attempts, as stored. It does not include an attempt with an unknown result.
    let failures: Int

    var messageID: String { "<\(id)@\(from.host)>" }
}
