/// A mail service's report about an address, after it took a mail.
struct AddressReport: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case trouble(MailTrouble)
        case delivered
    }

    let email: String
    let kind: Kind
    /// When it happened, where the service says so.
    let at: Timestamp?
}
