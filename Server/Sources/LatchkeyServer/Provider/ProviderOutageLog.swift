import LatchkeyIdentity
import Logging

/// Tells the log when the provider stops answering and when it answers again, in one line each, however many try to
/// sign in meanwhile.
struct ProviderOutageLog: Sendable {
    private let log: OutageLog
    private let issuer: String

    init(issuer: String, logger: Logger) {
        log = OutageLog("sign-in by the team's provider", logger: logger)
        self.issuer = issuer
    }

    func note(_ outage: IdentityError.Outage, startedAt: ContinuousClock.Instant) {
        log.note(
            [
                "issuer": "\(issuer)", "reason": "\(outage)",
                "hint": """
                the rest goes on, and so does sign-in once the provider answers: see that this machine reaches it, and \
                that LATCHKEY_IDENTITY_ISSUER is the issuer of its /.well-known/openid-configuration
                """,
            ], startedAt: startedAt)
    }

    func noteSuccess(startedAt: ContinuousClock.Instant) { log.noteSuccess(startedAt: startedAt) }
}
