/// A consumed single-use token of the provider: the row in `used_tokens`.
struct UsedToken: Equatable, Sendable {
    /// The token's SHA-256 in hexadecimal.
    let digest: String
    /// The token's expiry; after it, the token is rejected.
    let expiresAt: Timestamp

    /// How much longer than the token a row is stored, because the clocks of server and database may differ.
    static let margin: Duration = .minutes(10)
}

extension UsedToken: TableRow {
    static let table = Table(
        "used_tokens", [.digest("digest"), .time("expires_at")],
        indexes: ["INDEX used_tokens_by_end ON used_tokens (expires_at)"])

    init(_ row: inout RowReader) throws {
        digest = try row.digest()
        expiresAt = try row.time()
    }

    var values: [SQLValue] { [.digest(digest), .time(expiresAt)] }
}
