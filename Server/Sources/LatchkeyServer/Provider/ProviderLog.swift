import LatchkeyIdentity
import LatchkeyServerCore
import Logging

/// The log of provider outages and rejected sign-ins, without repetitions.
struct ProviderLog: Sendable {
    private static let work = "sign-in by the team's provider"

    private let issuer: String
    private let log: LogThrottle

    init(issuer: String, logger: Logger) {
        self.issuer = issuer
        log = LogThrottle(logger)
    }

    func note(_ outage: IdentityError.Outage, startedAt: ContinuousClock.Instant) {
        log.noteFailure(
            of: Self.work,
            [
                "issuer": "\(issuer)", "reason": "\(outage)",
                "hint": """
                check that this machine reaches the provider, and that LATCHKEY_IDENTITY_ISSUER is the issuer in its \
                /.well-known/openid-configuration
                """,
            ], startedAt: startedAt)
    }

    /// Logs why a token or redirect was rejected: once a minute per reason.
    func noteRejection(_ reason: IdentityError.Reason) {
        switch reason {
        case .provider(let error):
            warn("provider", ["error": "\(error.rawValue)"])
        case .untrustedAudience(let audience):
            warn(
                "untrustedAudience",
                [
                    "audience": "\(audience)",
                    "hint": "if you trust it, add it to LATCHKEY_IDENTITY_TRUSTED_AUDIENCES",
                ])
        case .issueTime, .notYetValid, .expired:
            warn("\(reason)", ["hint": "check the clocks of this machine and the provider"])
        default: warn("\(reason)", [:])
        }
    }

    /// Logs why a user gets no account: once a minute per reason.
    func note(_ conflict: ProviderConflict) { warn(conflict.rawValue, ["hint": "\(conflict.detail)"]) }

    /// Logs why a user's address is unknown: once a minute.
    func noteUserInfo(_ outage: IdentityError.Outage) {
        warn(
            "userinfo",
            ["outage": "\(outage)", "hint": "check that this machine reaches the provider's userinfo_endpoint"])
    }

    /// Logs that the provider rejects this server's credentials: once a minute.
    func noteRejectedClient() {
        warn(
            "client",
            ["hint": "check LATCHKEY_IDENTITY_CLIENT_ID and LATCHKEY_IDENTITY_CLIENT_SECRET"])
    }

    private func warn(_ reason: String, _ details: Logger.Metadata) {
        guard log.isDue(reason + (details["error"].map { " \($0)" } ?? "")) else { return }
        log.logger.warning(
            "a sign-in by the team's provider was rejected", metadata: details.merging(["reason": "\(reason)"]) { $1 })
    }

    func noteSuccess(startedAt: ContinuousClock.Instant) { log.noteSuccess(of: Self.work, startedAt: startedAt) }
}
