/// The rows of session tokens.
struct SessionTokenRows {
    let session: any DatabaseSession

    private static let deleteRefresh = Statement(
        """
        DELETE FROM session_tokens WHERE session_id = $1 AND kind = 'refresh' AND generation = $2
        RETURNING digest, \(Statement.Text.age)
        """)
    private static let deleteOldest = Statement(
        """
        DELETE FROM session_tokens WHERE session_id = $1 AND \(Statement.Text.age) <= (
            SELECT \(Statement.Text.age) FROM session_tokens WHERE session_id = $1
            ORDER BY \(Statement.Text.age) DESC LIMIT 1 OFFSET $2)
        """)
    private static let retire = BulkUpdate(
        of: SessionToken.table,
        set: "counts_as_locked = true, expires_at = \(Statement.Text.least)(expires_at, $2)",
        where: "session_id = $1 AND kind <> 'refresh' AND (counts_as_locked = true AND expires_at <= $2) IS NOT TRUE",
        deletesRejected: true)
    private static let deleteExpired = SessionToken.table.deletion(upTo: "expires_at")

    func find(digest: String) throws -> SessionToken? { try session.first(SessionToken.table.find, .digest(digest)) }

    /// Deletes the refresh tokens of a generation.
    ///
    /// - Returns: The digest of the newest; nil if there was none.
    @discardableResult func deleteRefresh(sessionID: String, generation: Int) throws -> String? {
        try session.rows(Self.deleteRefresh, [.id(sessionID), .count(generation)]) { row in
            (digest: try row.digest(0), age: try row.number(1) ?? 0)
        }.max { $0.age < $1.age }?.digest
    }

    /// Inserts tokens of a session, and deletes its oldest ones, so that at most `count` remain.
    func insert(_ tokens: [SessionToken], of sessionID: String, keeping count: Int) throws {
        for token in tokens { try session.insert(token) }
        try session.send(Self.deleteOldest, [.id(sessionID), .count(count)])
    }

    /// Marks the session's access tokens and cookies as locked, valid until `end` at the latest. Deletes a damaged one
    /// that cannot be updated.
    func retire(sessionID: String, end: Timestamp) throws {
        try session.updateEach(Self.retire, [.id(sessionID), .time(end)])
    }

    /// Marks tokens like ``retire(sessionID:end:)``, and deletes the refresh tokens of a generation.
    ///
    /// - Returns: The digest of the newest deleted token; nil if there was none.
    func retire(sessionID: String, end: Timestamp, deletingRefresh generation: Int) throws -> String? {
        try retire(sessionID: sessionID, end: end)
        return try deleteRefresh(sessionID: sessionID, generation: generation)
    }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteExpired, [.time(now), .count(limit)])
    }
}
