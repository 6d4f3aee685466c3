/// The session that asks, its account and the attempts under way on it, read together: what nearly every request, and
/// each step of a check, begins with.
protocol CallerRepository {
    /// Returns nil when there is no session of the credential, or it has ended.
    func find(_ credential: Credential, at now: Timestamp) throws -> Caller?
    /// Returns nil when the account is gone. The session may be: its attempts count on the account all the same.
    func find(accountID: String, sessionID: String) throws -> (
        account: Account, session: Session?, attempts: [Reservation]
    )?
}
