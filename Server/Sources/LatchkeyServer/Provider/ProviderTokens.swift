import LatchkeyAPI
import LatchkeyIdentity
import Logging

/// The verification of the provider's tokens, with errors mapped to problems.
struct ProviderTokens: Sendable {
    /// Maximum age of the user's login for a token that replaces an emailed link.
    private static let freshness: Duration = .minutes(5)

    let client: OpenIDClient
    let clock: any WallClock
    let logger: Logger
    let log: ProviderLog

    /// Checks that the provider responds; logs an outage.
    func prepare() async {
        _ = try? await logging { () async throws(IdentityError) in try await client.prepare() }
    }

    /// Returns the user of an app's token.
    ///
    /// - Throws: `invalidToken`; ``ProviderOutage`` if the provider does not respond; `temporarilyUnavailable` for a
    ///   key that it may have published since its last response.
    func identity(
        by token: String, of type: TokenSignInRequest.TokenType
    ) async throws -> VerifiedIdentity {
        try await logging { () async throws(IdentityError) in
            switch type {
            case .idToken: try await client.validateIDToken(token)
            case .accessToken: try await client.validateAccessToken(token)
            }
        }
    }

    /// Returns the user of an app's token that follows a recent login and is for no other server.
    ///
    /// - Throws: See ``identity(by:of:)``.
    func freshIdentity(
        by token: String, of type: TokenSignInRequest.TokenType
    ) async throws -> VerifiedIdentity {
        let identity = try await identity(by: token, of: type)
        // Other audiences have the token as well, and could use it here.
        guard !identity.isForOthersToo else {
            log.noteRejection(.audience)
            throw Problem(.invalidToken)
        }
        return try fresh(identity)
    }

    /// Returns the user of a browser's redirect.
    ///
    /// - Throws: See ``identity(by:of:)``.
    func identity(for attempt: AuthorizationAttempt, by query: String) async throws -> VerifiedIdentity {
        try await logging { () async throws(IdentityError) in
            try await client.completeAuthorization(query: query, attempt: attempt)
        }
    }

    /// Returns the user of a browser's redirect after a recent login for this attempt.
    ///
    /// - Throws: See ``identity(by:of:)``.
    func freshIdentity(for attempt: AuthorizationAttempt, by query: String) async throws -> VerifiedIdentity {
        try fresh(await identity(for: attempt, by: query))
    }

    private func fresh(_ identity: VerifiedIdentity) throws -> VerifiedIdentity {
        guard identity.isAuthenticated(within: Self.freshness, at: clock.now.date) else {
            log.noteRejection(.authenticationTime)
            throw Problem(.invalidToken)
        }
        return identity
    }

    /// Returns the content of a logout token.
    ///
    /// - Throws: See ``identity(by:of:)``.
    func notice(by token: String) async throws -> LogoutNotice {
        try await logging { () async throws(IdentityError) in try await client.validateLogoutToken(token) }
    }

    /// Runs the work, and logs why it was rejected. No value of an error is a part of a token.
    func logging<Value: Sendable>(_ work: () async throws(IdentityError) -> Value) async throws -> Value {
        let startedAt = ContinuousClock.now
        do throws(IdentityError) {
            let value = try await work()
            log.noteSuccess(startedAt: startedAt)
            return value
        } catch {
            switch error {
            case .rejected(let reason):
                log.noteRejection(reason)
                throw Problem(.invalidToken)
            case .unavailable(.requestedRecently(let pause)):
                // Anyone can send an unknown key ID: this is not an outage.
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
