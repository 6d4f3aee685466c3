/// The known reason why an account's address receives no emails.
enum DeliveryStatus: String, Codable, Sendable, CaseIterable {
    /// The email service rejected the address.
    case rejected = "refused"
    /// An email bounced permanently.
    case bounced
    /// The recipient reported an email as spam, and the email service stopped sending.
    case complained
}
