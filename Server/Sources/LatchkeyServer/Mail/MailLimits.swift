/// How many mails an address and a client may ask for.
enum MailLimits {
    /// At once; then one more each ``interval``.
    static let burst = 5
    static let interval: Duration = .minutes(1)
    static let perHour = 20
    /// An office shares one address.
    static let perClientAndHour = 300
    static let window: Duration = .hours(1)

    /// Returns until when the allowance is used up if one more mail is asked for now; nil when it would be one too many.
    ///
    /// This is the generic cell rate algorithm (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm): one
    /// moment stands for the whole bucket.
    ///
    /// - Parameters:
    ///   - recent: what the address asked for, with this purpose, within ``window``, oldest first.
    ///   - clientCount: what the client asked for within ``window``.
    static func allowance(recent: [MailRequest], clientCount: Int, at now: Timestamp) -> Timestamp? {
        guard recent.count < perHour, clientCount < perClientAndHour else { return nil }
        let end = max(recent.last?.allowanceUsedUntil ?? now, now) + interval
        return end - now <= interval * burst ? end : nil
    }
}
