/// The digests of the sessions' tokens.
protocol SessionTokenRepository {
    func find(digest: String) throws -> SessionToken?
    /// The digest of the newest refresh token of a generation; nil when there is none.
    func newestRefresh(sessionID: String, generation: Int) throws -> String?
    /// Deletes the refresh tokens of a generation.
    func deleteRefresh(sessionID: String, generation: Int) throws
    /// Inserts tokens of one session, and deletes the oldest of it, so that `count` are left at most.
    func insert(_ tokens: [SessionToken], of sessionID: String, keeping count: Int) throws
    /// Lets the session's access tokens and cookies count as locked, and end at `end` at the latest. One that is
    /// damaged, so that this cannot be written, is deleted.
    func retire(sessionID: String, end: Timestamp) throws
    /// Does the same, and deletes the refresh tokens of a generation.
    ///
    /// - Returns: The digest of the newest of those; nil where there was none.
    func retire(sessionID: String, end: Timestamp, deletingRefresh generation: Int) throws -> String?
    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int
}
