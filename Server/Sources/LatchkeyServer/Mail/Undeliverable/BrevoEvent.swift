/// A webhook event of Brevo (https://developers.brevo.com/docs/transactional-webhooks).
struct BrevoEvent: Decodable {
    let event: String
    let email: String?
    /// The time of the event, in seconds since 1970 in UTC; `date` is in the time zone of the account.
    let secondsOfEvent: Int64?

    enum CodingKeys: String, CodingKey {
        case event
        case email
        case secondsOfEvent = "ts_event"
    }

    /// The report about the address; nil if the event does not concern delivery.
    var report: AddressReport? {
        guard let kind, let address = email.flatMap(EmailAddress.init) else { return nil }
        let isPlausible = (0...Int64(1) << 40).contains(secondsOfEvent ?? -1)
        return AddressReport(
            email: address.text, kind: kind,
            at: isPlausible ? secondsOfEvent.map { Timestamp(milliseconds: $0 * 1000) } : nil)
    }

    private var kind: AddressReport.Kind? {
        switch event {
        case "hard_bounce", "invalid_email", "blocked": .status(.bounced)
        case "spam", "complaint", "unsubscribed": .status(.complained)
        case "delivered": .delivered
        default: nil
        }
    }
}
