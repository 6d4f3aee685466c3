/// A report of an email service about an address.
struct AddressReport: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case status(DeliveryStatus)
        case delivered
    }

    let email: String
    let kind: Kind
    /// The time of the event, if the service reports it.
    let at: Timestamp?
}
