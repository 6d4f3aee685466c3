/// A report of an email service about an address.
struct AddressReport: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case status(DeliveryStatus)
        case delivered
    }

    let email: String
    let kind: Kind
    /// When it happened, if the service reports it.
    let at: Timestamp?
}
