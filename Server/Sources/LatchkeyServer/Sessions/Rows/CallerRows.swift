/// The session of a token, its account and the attempts under way on it.
struct CallerRows: Sendable {
    let account: Account
    let session: Session
    let token: SessionToken
    let attempts: [Reservation]
}
