/// A webhook event of Postmark: bounces (https://postmarkapp.com/developer/webhooks/bounce-webhook), complaints
/// (…/spam-complaint-webhook), deliveries (…/delivery-webhook) and suppressions (…/subscription-change-webhook).
struct PostmarkEvent: Decodable {
    let recordType: String
    let type: String?
    let inactive: Bool?
    let email: String?
    let recipient: String?
    let bouncedAt: String?
    let deliveredAt: String?
    let changedAt: String?
    let suppressSending: Bool?
    let suppressionReason: String?

    enum CodingKeys: String, CodingKey {
        case recordType = "RecordType"
        case type = "Type"
        case inactive = "Inactive"
        case email = "Email"
        case recipient = "Recipient"
        case bouncedAt = "BouncedAt"
        case deliveredAt = "DeliveredAt"
        case changedAt = "ChangedAt"
        case suppressSending = "SuppressSending"
        case suppressionReason = "SuppressionReason"
    }

    /// The report about the address; nil if the event does not concern delivery.
    var report: AddressReport? {
        guard let kind, let address = (email ?? recipient).flatMap(EmailAddress.init) else { return nil }
        return AddressReport(
            email: address.text, kind: kind, at: Timestamp(iso8601: bouncedAt ?? deliveredAt ?? changedAt))
    }

    private var kind: AddressReport.Kind? {
        switch recordType {
        case "SpamComplaint": .status(.complained)
        case "Delivery": .delivered
        case "Bounce" where type == "SpamComplaint": .status(.complained)
        // Postmark retries after a soft bounce. `Inactive` means that it stops.
        case "Bounce" where inactive == true || type == "HardBounce" || type == "BadEmailAddress": .status(.bounced)
        case "SubscriptionChange" where suppressSending == true:
            .status(suppressionReason == "HardBounce" ? .bounced : .complained)
        default: nil
        }
    }
}
