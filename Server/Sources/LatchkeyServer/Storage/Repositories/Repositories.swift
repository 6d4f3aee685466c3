/// All that can be done inside one transaction.
struct Repositories {
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
