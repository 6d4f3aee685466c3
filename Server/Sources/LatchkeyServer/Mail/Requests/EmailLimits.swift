/// The rate limits for requests of emails.
enum EmailLimits {
    /// The number of emails to an address without delay; then one more each ``interval``.
    static let burst = 5
    static let interval: Duration = .minutes(1)
    static let perHour = 20
    /// The maximum number per client's network and hour. An office shares one network.
    static let perClientAndHour = 300
    /// The maximum number per hour for all networks of an IPv6 site, so that one site cannot fill the queue.
    static let perSiteAndHour = 1200
    /// The maximum number of waiting requests of all clients.
    static let waiting = 2000
    static let window: Duration = .hours(1)

    /// The previous requests that the limits count.
    struct Usage: Sendable {
        /// Requests for the address and purpose within ``window``, oldest first.
        var recent: [PendingEmailRequest]
        /// Requests by the client's network within ``window``.
        var byClient: Int
        /// Requests by the client's site within ``window``, counted up to ``perSiteAndHour``.
        var bySite: Int
        /// All requests not yet rendered.
        var waiting: Int
    }

    /// Returns the time until which one more email uses the allowance; nil if the limit is reached.
    ///
    /// The generic cell rate algorithm (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm): one time represents
    /// the whole bucket.
    static func allowance(after usage: Usage, at now: Timestamp) -> Timestamp? {
        guard usage.recent.count < perHour, usage.byClient < perClientAndHour, usage.bySite < perSiteAndHour,
            usage.waiting < waiting
        else { return nil }
        // Limits a damaged row to one burst.
        let used = usage.recent.last.map { min($0.allowanceUsedUntil, $0.requestedAt + interval * burst) } ?? now
        let end = max(used, now) + interval
        return end - now <= interval * burst ? end : nil
    }
}
