/// The services that several endpoints and workers use.
struct SharedServices: Sendable {
    let dependencies: Dependencies
    let unreadable: UnreadableRows
    let activity: ActivityLog
    let ledger: AttemptLedger
    let authenticator: SessionAuthenticator
    let records: PasscodeRecords
    let checks: PasscodeChecks
    let issuer: SessionTokenIssuer
    let passcodes: AccountPasscodes
    let oneTimeTokens: OneTimeTokens
    let mailRequests: MailRequests

    init(_ dependencies: Dependencies) {
        let store = dependencies.store
        let random = dependencies.random
        self.dependencies = dependencies
        unreadable = UnreadableRows(logger: dependencies.logger)
        activity = ActivityLog(unreadable: unreadable)
        ledger = AttemptLedger(activity: activity, metrics: dependencies.metrics)
        authenticator = SessionAuthenticator(
            store: store, ledger: ledger,
            touches: SessionTouches(store: store, clock: dependencies.clock, logger: dependencies.logger))
        records = PasscodeRecords(sealer: dependencies.sealer, random: random)
        checks = PasscodeChecks(
            store: store, workers: dependencies.workers, hasher: dependencies.hasher, random: random, ledger: ledger,
            records: records)
        issuer = SessionTokenIssuer(random: random)
        passcodes = AccountPasscodes(
            store: store, checks: checks, records: records, issuer: issuer, activity: activity)
        oneTimeTokens = OneTimeTokens(random: random, digester: dependencies.digester)
        mailRequests = MailRequests(store: store, random: random, signal: dependencies.mailSignal)
    }
}
