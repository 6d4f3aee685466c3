/// A mail that was asked for: the row in `mail_requests`. The outbox worker decides whether it is made at all, so that
/// asking does the same work whether or not the account exists.
struct MailRequest: Codable, Equatable, Sendable {
    let id: String
    let purpose: MailPurpose
    let email: String
    /// The client's address.
    let ip: String?
    /// The unit that the limit for clients counts; see ``ClientNetwork``.
    var clientNetwork: String?
    let requestedAt: Timestamp
    /// Until when the mails of this address and purpose have used up their allowance; see ``MailLimits``.
    let allowanceUsedUntil: Timestamp
    var isMade: Bool
    /// The language that the client asked for, for an address without an account.
    var language: String?
}
