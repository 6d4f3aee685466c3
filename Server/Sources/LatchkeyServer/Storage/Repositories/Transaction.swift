/// A transaction on the database: its time, and all that can be done in it.
///
/// In all repositories, what finds a row returns nil when there is none, and what deletes rows up to a `limit` returns
/// how many it deleted.
struct Transaction {
    /// The time at which the transaction began. In a write no other write comes between.
    let now: Timestamp
    let accounts: any AccountRepository
    let sessions: any SessionRepository
    let sessionTokens: any SessionTokenRepository
    let reservations: any ReservationRepository
    let oneTimeTokens: any OneTimeTokenRepository
    let mailRequests: any MailRequestRepository
    let notices: any NoticeRepository
    let outbox: any OutboxRepository
    let activity: any ActivityRepository
    let imports: any ImportRepository
    let keyCheck: any KeyCheckRepository
}
