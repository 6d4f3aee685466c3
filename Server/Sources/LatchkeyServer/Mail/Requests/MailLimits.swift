/// How many mails an address and a client may ask for.
enum MailLimits {
    /// At once; then one more each ``interval``.
    static let burst = 5
    static let interval: Duration = .minutes(1)
    static let perHour = 20
    /// An office shares one address.
    static let perClientAndHour = 300
    /// Of the networks of one IPv6 site, so that they cannot be all that waits.
    static let perSiteAndHour = 1200
    /// Of all clients together.
    static let waiting = 2000
    static let window: Duration = .hours(1)

    /// The requests so far.
    struct Usage: Sendable {
        /// By the address, with this purpose, within ``window``, oldest first.
        var recent: [MailRequest]
        /// By the client's network, within ``window``.
        var byClient: Int
        /// By the networks of the client's site, within ``window``; counted up to ``perSiteAndHour``.
        var bySite: Int
        /// By all, and not made yet.
        var waiting: Int
    }

    /// Returns the time until which one more mail now uses up the allowance; nil when it would be one too many.
    ///
    /// This is the generic cell rate algorithm (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm): one
    /// moment represents the whole bucket.
    static func allowance(after usage: Usage, at now: Timestamp) -> Timestamp? {
        guard usage.recent.count < perHour, usage.byClient < perClientAndHour, usage.bySite < perSiteAndHour,
            usage.waiting < waiting
        else { return nil }
        // No request has used up more than a whole burst, whatever its row says.
        let used = usage.recent.last.map { min($0.allowanceUsedUntil, $0.requestedAt + interval * burst) } ?? now
        let end = max(used, now) + interval
        return end - now <= interval * burst ? end : nil
    }
}
