/// The digests of the sessions' tokens.
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
        deletesRefused: true)
    private static let deleteExpired = SessionToken.table.deletion(upTo: "expires_at")

    func find(digest: String) throws -> SessionToken? { try session.first(SessionToken.table.find, .digest(digest)) }

    /// Deletes the refresh tokens of a generation.
    ///
    /// - Returns: The digest of the newest of them; nil where there was none.
    @discardableResult func deleteRefresh(sessionID: String, generation: Int) throws -> String? {
        try session.rows(Self.deleteRefresh, [.id(sessionID), .count(generation)]) { row in
            (digest: try row.digest(0), age: try row.number(1) ?? 0)
        }.max { $0.age < $1.age }?.digest
    }

    /// Inserts tokens of one session, and deletes the oldest of it, so that `count` are left at most.
    func insert(_ tokens: [SessionToken], of sessionID: String, keeping count: Int) throws {
        for token in tokens { try session.insert(token) }
        try session.send(Self.deleteOldest, [.id(sessionID), .count(count)])
    }

    /// Lets the session's access tokens and cookies count as locked, and end at `end` at the latest. One that is
    /// damaged, so that this cannot be written, is deleted.
    func retire(sessionID: String, end: Timestamp) throws {
        try session.updateEach(Self.retire, [.id(sessionID), .time(end)])
    }

    /// Does the same, and deletes the refresh tokens of a generation.
    ///
    /// - Returns: The digest of the newest of those; nil where there was none.
    func retire(sessionID: String, end: Timestamp, deletingRefresh generation: Int) throws -> String? {
        try retire(sessionID: sessionID, end: end)
        return try deleteRefresh(sessionID: sessionID, generation: generation)
    }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteExpired, [.time(now), .count(limit)])
    }
}
