import LatchkeyIdentity
import Logging

/// Tells the log when the provider stops answering and when it answers again, in one line each, however many try to
/// sign in meanwhile.
struct ProviderOutageLog: Sendable {
    private let log: OutageLog
    private let issuer: String
    private let logger: Logger
    private let refusals = TroubleLog()

    init(issuer: String, logger: Logger) {
        log = OutageLog("sign-in by the team's provider", logger: logger)
        self.issuer = issuer
        self.logger = logger
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

    /// Logs why a token or a browser's return was rejected: once a minute for each reason.
    func noteRefusal(_ reason: IdentityError.Reason) {
        switch reason {
        case .provider(let refusal):
            warn("provider", ["error": "\(refusal.rawValue)"])
        case .untrustedAudience(let audience):
            warn(
                "untrustedAudience",
                [
                    "audience": "\(audience)",
                    "hint": "if you trust it, add it to LATCHKEY_IDENTITY_TRUSTED_AUDIENCES",
                ])
        case .issueTime, .notYetValid, .expired:
            warn("\(reason)", ["hint": "compare this machine's clock with the provider's"])
        default: warn("\(reason)", [:])
        }
    }

    /// Logs why a person gets no account: once a minute for each reason.
    func note(_ conflict: ProviderConflict) { warn(conflict.rawValue, ["hint": "\(conflict.detail)"]) }

    /// Logs why the address of a person is not known: once a minute.
    func noteUserInfo(_ outage: IdentityError.Outage) {
        warn(
            "userinfo",
            ["outage": "\(outage)", "hint": "see that this machine reaches the provider's userinfo_endpoint"])
    }

    /// Logs that the provider rejects this server's credentials: once a minute.
    func noteRejectedClient() {
        warn(
            "client",
            ["hint": "check LATCHKEY_IDENTITY_CLIENT_ID and LATCHKEY_IDENTITY_CLIENT_SECRET"])
    }

    private func warn(_ reason: String, _ details: Logger.Metadata) {
        guard refusals.isNew(reason + (details["error"].map { " \($0)" } ?? "")) else { return }
        logger.warning(
            "a sign-in by the team's provider was rejected", metadata: details.merging(["reason": "\(reason)"]) { $1 })
    }

    func noteSuccess(startedAt: ContinuousClock.Instant) { log.noteSuccess(startedAt: startedAt) }
}
