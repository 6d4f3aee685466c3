/// A reader of a session, its account and attempts in one step, for nearly every request and each step of a
/// verification.
protocol CallerRepository {
    /// Returns nil if there is no such token. The token or its session may have ended.
    func find(tokenDigest: String) throws -> CallerRows?
    /// Returns nil if the account is deleted. The session may have ended; its attempts still count for the account.
    func find(accountID: String, sessionID: String) throws -> (
        account: Account, session: Session?, attempts: [Reservation]
    )?
}
