/// The rows of requested emails, kept for an hour for rate limits.
struct EmailRequestRows {
    let session: any DatabaseSession

    private static let pending = Statement(
        """
        SELECT \(Statement.Text.key), \(PendingEmailRequest.table) FROM mail_requests
        WHERE is_made = false AND \(Statement.Text.isNot(.key, in: "$1")) ORDER BY \(Statement.Text.age) LIMIT $2
        """)
    private static let waitingCount = Statement(
        """
        SELECT count(*) FROM (
            SELECT 1 FROM mail_requests WHERE is_made = false AND purpose IN ('sign_in', 'reset') LIMIT $1) AS waiting
        """)
    private static let recent = Statement(
        """
        SELECT \(PendingEmailRequest.table) FROM mail_requests WHERE email = $1 AND purpose = $2 AND requested_at > $3
        ORDER BY \(Statement.Text.age)
        """)
    private static let countOfNetwork = Statement(
        "SELECT count(*) FROM mail_requests WHERE client_network = $1 AND requested_at > $2")
    private static let countOfSite = Statement(
        """
        SELECT count(*) FROM (
            SELECT 1 FROM mail_requests WHERE client_network BETWEEN $1 AND $2 AND requested_at > $3 LIMIT $4) AS site
        """)
    private static let clampTimestamps = BulkUpdate(
        of: PendingEmailRequest.table,
        set: """
            requested_at = $1,
            allowance_used_until = $1 + \(Statement.Text.greatest)(allowance_used_until - requested_at, 0)
            """,
        where: "requested_at > $1", inBatchesBy: "requested_at DESC")
    private static let markMade = Statement("UPDATE mail_requests SET is_made = true WHERE id = $1 AND is_made = false")
    private static let markAllMade = Statement("UPDATE mail_requests SET is_made = true WHERE email = $1")
    private static let deleteOutdated = PendingEmailRequest.table.deletion(
        upTo: "requested_at", where: "(is_made OR purpose IN ('sign_in', 'reset'))")

    /// Returns some requests not yet rendered, oldest first, except rows whose keys are in `excluded`.
    func pending(limit: Int, except excluded: Set<String>) throws -> [StoredRow<PendingEmailRequest>] {
        try session.stored(Self.pending, .keys(excluded), .count(limit))
    }

    /// Returns the number of sign-in and reset emails not yet rendered, at most `limit`.
    func waitingCount(upTo limit: Int) throws -> Int { try session.number(Self.waitingCount, .count(limit)) }

    /// Returns requests for an address and purpose after `time`, oldest first.
    func recent(email: String, purpose: EmailPurpose, after time: Timestamp) throws -> [PendingEmailRequest] {
        try session.all(Self.recent, [.text(email), .word(purpose), .time(time)])
    }

    /// Returns the number of requests by a client's network after `time`.
    func count(network: String, after time: Timestamp) throws -> Int {
        try session.number(Self.countOfNetwork, .text(network), .time(time))
    }

    /// Returns the number of requests by the networks of a site after `time`, at most `limit`; see
    /// ``ClientNetwork/site``.
    func count(site: ClosedRange<String>, after time: Timestamp, upTo limit: Int) throws -> Int {
        try session.number(
            Self.countOfSite, .text(site.lowerBound), .text(site.upperBound), .time(time), .count(limit))
    }

    func insert(_ request: PendingEmailRequest) throws { try session.insert(request) }

    /// Sets later request times to `now`.
    func clampTimestamps(to now: Timestamp) throws { try session.updateEach(Self.clampTimestamps, [.time(now)]) }

    /// Marks a request as rendered. Returns false if it already was, or is gone.
    func markMade(id: String) throws -> Bool { try session.count(Self.markMade, [.id(id)]) == 1 }

    /// Marks an address's requests as rendered, so that none is sent; they still count for rate limits.
    func markAllMade(email: String) throws { try session.send(Self.markAllMade, [.text(email)]) }

    /// Deletes up to `limit` requests from `time` or before that were rendered or have expired. Returns their number.
    func deleteOutdated(upTo time: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteOutdated, [.time(time), .count(limit)])
    }
}
