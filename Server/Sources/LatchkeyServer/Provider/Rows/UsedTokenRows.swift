/// The rows of consumed tokens.
struct UsedTokenRows {
    let session: any DatabaseSession

    // A concurrent write with the same token waits here.
    private static let use = UsedToken.table.upsert("NOTHING")
    private static let extend = UsedToken.table.upsert(
        "UPDATE SET expires_at = \(Statement.Text.greatest)(used_tokens.expires_at, excluded.expires_at)")
    private static let deleteExpired = UsedToken.table.deletion(upTo: "expires_at")

    func find(_ digest: String) throws -> UsedToken? { try session.first(UsedToken.table.find, .digest(digest)) }

    /// Consumes the token. Returns false if it was used before; of concurrent writes, one succeeds.
    func use(_ token: UsedToken) throws -> Bool { try session.count(Self.use, token.values) == 1 }

    /// Stores the token, or extends its expiry.
    func extend(_ token: UsedToken) throws { try session.send(Self.extend, token.values) }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteExpired, [.time(now), .count(limit)])
    }
}
