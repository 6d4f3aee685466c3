/// The rows of one-time tokens. Used and superseded ones are deleted.
struct OneTimeTokenRows {
    let session: any DatabaseSession

    private static let byLink = Statement(
        "SELECT \(OneTimeToken.table) FROM one_time_tokens WHERE link_digest = $1 AND purpose = $2")
    private static let current = Statement(
        """
        SELECT \(OneTimeToken.table) FROM one_time_tokens WHERE email = $1 AND purpose = $2
        ORDER BY \(Statement.Text.age) DESC LIMIT 1
        """)
    // PostgreSQL jumps from key to key in the index; grouping would read all tokens.
    private static let ends = Statement(
        sqlite: """
            SELECT key_id, max(expires_at) FROM one_time_tokens
            WHERE key_id <> $1 AND expires_at > $2 AND id <> '\(Schema.noToken)' GROUP BY key_id
            """,
        postgres: """
            WITH RECURSIVE keys (id) AS (
                (SELECT key_id FROM one_time_tokens ORDER BY key_id LIMIT 1)
                UNION ALL
                SELECT (SELECT key_id FROM one_time_tokens WHERE key_id > keys.id ORDER BY key_id LIMIT 1)
                FROM keys WHERE keys.id IS NOT NULL)
            SELECT id, latest FROM (
                SELECT id, (SELECT max(expires_at) FROM one_time_tokens WHERE key_id = keys.id) AS latest
                FROM keys) AS ends
            WHERE id <> $1 AND latest > $2
            """)
    private static let attempts = OneTimeToken.maximumCodeAttempts
    // An unchanged row would not be written, so that the one for no token restarts at 0.
    private static let countInSQLite =
        "UPDATE one_time_tokens SET code_tries = iif(code_tries > 0, code_tries - 1, \(attempts)) WHERE id = $1"
    private static let countWrongCode = Statement(
        sqlite: countInSQLite,
        postgres: "UPDATE one_time_tokens SET code_tries = code_tries - 1 WHERE id = $1 AND code_tries > 0")
    private static let countForNoToken = Statement(
        sqlite: countInSQLite,
        postgres: """
            UPDATE no_tokens SET code_tries = CASE WHEN code_tries > 0 THEN code_tries - 1 ELSE \(attempts) END
            WHERE id = $1
            """)
    private static let forgetAddress = Statement("UPDATE one_time_tokens SET email = '' WHERE account_id = $1")
    private static let deleteOfAddress = Statement("DELETE FROM one_time_tokens WHERE email = $1 AND purpose = $2")
    private static let deleteOfPurpose = Statement("DELETE FROM one_time_tokens WHERE purpose = $1")
    private static let deleteExpired = OneTimeToken.table.deletion(upTo: "expires_at")

    func find(linkDigest: String, purpose: EmailPurpose) throws -> OneTimeToken? {
        try session.first(Self.byLink, .digest(linkDigest), .word(purpose))
    }

    /// Returns the token whose code is valid for the address, or nil.
    func current(email: String, purpose: EmailPurpose) throws -> OneTimeToken? {
        try session.first(Self.current, .text(email), .word(purpose))
    }

    /// Returns the last expiry after `now` of tokens with another key, by key.
    func ends(exceptKey id: String, after now: Timestamp) throws -> [String: Timestamp] {
        try session.rows(Self.ends, [.text(id), .time(now)]) { row -> (key: String, end: Timestamp)? in
            // An unreadable link is invalid with any key.
            guard let key = try? row.text(0), let end = try? row.number(1), StoredValue.numbers.contains(end) else {
                return nil
            }
            return (key, Timestamp(milliseconds: end))
        }.compactMap(\.self).reduce(into: [:]) { $0[$1.key] = $1.end }
    }

    func insert(_ token: OneTimeToken) throws { try session.insert(token) }

    /// Counts a failed attempt for the token's code. Without a token, does the same work on a dummy row.
    func countWrongCode(of id: String?) throws {
        guard let id else { return try session.send(Self.countForNoToken, [.noToken]) }
        try session.send(Self.countWrongCode, [.id(id)])
    }

    /// Removes the address from an account's tokens.
    func forgetAddress(accountID: String) throws { try session.send(Self.forgetAddress, [.id(accountID)]) }

    func delete(id: String) throws { try session.send(OneTimeToken.table.delete, [.id(id)]) }

    func deleteAll(email: String, purpose: EmailPurpose) throws {
        try session.send(Self.deleteOfAddress, [.text(email), .word(purpose)])
    }

    func deleteAll(purpose: EmailPurpose) throws { try session.send(Self.deleteOfPurpose, [.word(purpose)]) }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteExpired, [.time(now), .count(limit)])
    }
}
