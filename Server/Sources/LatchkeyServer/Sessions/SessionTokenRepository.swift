/// The digests of the sessions' tokens.
protocol SessionTokenRepository {
    /// Returns nil when there is none.
    func find(digest: String) throws -> SessionToken?
    /// The digest of the newest refresh token of a generation; nil when there is none.
    func newestRefresh(sessionID: String, generation: Int) throws -> String?
    func insert(_ token: SessionToken) throws
    /// Lets the session's access tokens and cookies count as locked, and end at `end` at the latest.
    func retire(sessionID: String, end: Timestamp) throws
    func deleteExpired(at now: Timestamp) throws
}
