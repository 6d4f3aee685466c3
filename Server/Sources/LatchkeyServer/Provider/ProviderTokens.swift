import LatchkeyAPI
import LatchkeyIdentity
import Logging

/// Reads the provider's tokens, and says in problems what is wrong with them.
struct ProviderTokens: Sendable {
    /// How long ago the provider may have asked the person whose token stands for a mailed link.
    private static let freshness: Duration = .minutes(5)

    let client: OpenIDClient
    let clock: any WallClock
    let logger: Logger
    let log: ProviderLog

    /// Finds out whether the provider answers, and tells the log if not.
    func prepare() async {
        _ = try? await answering { () async throws(IdentityError) in try await client.prepare() }
    }

    /// Returns whom the token is of.
    ///
    /// - Throws: `invalidToken`; ``ProviderOutage`` when the provider does not answer; `temporarilyUnavailable` for a
    ///   key that it may have since it was last asked.
    func identity(
        by token: String, of type: TokenSignInRequest.TokenType
    ) async throws -> VerifiedIdentity {
        try await answering { () async throws(IdentityError) in
            switch type {
            case .idToken: try await client.validateIDToken(token)
            case .accessToken: try await client.validateAccessToken(token)
            }
        }
    }

    /// Returns whom the token is of, if the provider asked the person lately and it is for no other server.
    ///
    /// - Throws: As ``identity(by:of:)`` does.
    func freshIdentity(
        by token: String, of type: TokenSignInRequest.TokenType
    ) async throws -> VerifiedIdentity {
        let identity = try await identity(by: token, of: type)
        // The other audiences have the token as well, and might use it here.
        guard !identity.isForOthersToo else {
            log.noteRefusal(.audience)
            throw Problem(.invalidToken)
        }
        return try fresh(identity)
    }

    /// Returns who a browser comes back as from its way to the provider.
    ///
    /// - Throws: As ``identity(by:of:)`` does.
    func identity(answering attempt: AuthorizationAttempt, by query: String) async throws -> VerifiedIdentity {
        try await answering { () async throws(IdentityError) in
            try await client.completeAuthorization(query: query, attempt: attempt)
        }
    }

    /// Returns who a browser comes back as, if the provider asked the person lately, and for this attempt.
    ///
    /// - Throws: As ``identity(by:of:)`` does.
    func freshIdentity(answering attempt: AuthorizationAttempt, by query: String) async throws -> VerifiedIdentity {
        try fresh(await identity(answering: attempt, by: query))
    }

    private func fresh(_ identity: VerifiedIdentity) throws -> VerifiedIdentity {
        guard identity.isAuthenticated(within: Self.freshness, at: clock.now.date) else {
            log.noteRefusal(.authenticationTime)
            throw Problem(.invalidToken)
        }
        return identity
    }

    /// Returns whom a logout token signs out.
    ///
    /// - Throws: As ``identity(by:of:)`` does.
    func notice(by token: String) async throws -> LogoutNotice {
        try await answering { () async throws(IdentityError) in try await client.validateLogoutToken(token) }
    }

    /// Does the work, and tells the log why it was refused: of an error's values none is a part of a token.
    func answering<Value: Sendable>(_ work: () async throws(IdentityError) -> Value) async throws -> Value {
        let startedAt = ContinuousClock.now
        do throws(IdentityError) {
            let value = try await work()
            log.noteSuccess(startedAt: startedAt)
            return value
        } catch {
            switch error {
            case .refused(let reason):
                log.noteRefusal(reason)
                throw Problem(.invalidToken)
            case .unavailable(.askedLately(let pause)):
                // Anyone can name a key that there is not: that is no outage.
                logger.info("the provider's keys may be outdated", metadata: ["again": "\(pause)"])
                throw Problem.temporarilyUnavailable(retryAfter: max(1, pause.wholeSeconds))
            case .unavailable(.client):
                log.noteRejectedClient()
                throw ProviderOutage()
            case .unavailable(let outage):
                log.note(outage, startedAt: startedAt)
                throw ProviderOutage()
            }
        }
    }
}
