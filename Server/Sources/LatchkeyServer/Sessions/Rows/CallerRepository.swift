/// The session that asks, its account and the attempts under way on it, read together: what nearly every request, and
/// each step of a check, begins with.
protocol CallerRepository {
    /// Returns nil when there is no such token. It, or its session, may have ended.
    func find(tokenDigest: String) throws -> CallerRows?
    /// Returns nil when the account is gone. The session may be: its attempts count on the account all the same.
    func find(accountID: String, sessionID: String) throws -> (
        account: Account, session: Session?, attempts: [Reservation]
    )?
}
