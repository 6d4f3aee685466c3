/// A session with its account and the attempts in progress.
struct CallerRows: Sendable {
    let account: Account
    let session: Session
    let token: SessionToken
    let attempts: [Reservation]
}
