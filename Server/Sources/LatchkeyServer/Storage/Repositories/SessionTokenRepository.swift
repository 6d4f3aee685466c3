/// The digests of the sessions' tokens.
protocol SessionTokenRepository {
    func find(digest: String) throws -> SessionToken?
    /// The digest of the newest refresh token of a generation; nil when there is none.
    func newestRefresh(sessionID: String, generation: Int) throws -> String?
    /// Deletes the refresh tokens of a generation.
    func deleteRefresh(sessionID: String, generation: Int) throws
    /// Deletes a session's tokens except the newest `count`.
    func deleteOldest(sessionID: String, keeping count: Int) throws
    func insert(_ token: SessionToken) throws
    /// Lets the session's access tokens and cookies count as locked, and end at `end` at the latest. One that is
    /// damaged, so that this cannot be written, is deleted.
    func retire(sessionID: String, end: Timestamp) throws
    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int
}
