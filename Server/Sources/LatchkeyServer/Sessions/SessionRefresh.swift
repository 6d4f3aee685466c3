import LatchkeyAPI

/// The exchange of refresh tokens.
struct SessionRefresh: Sendable {
    let store: any Store
    let issuer: SessionTokenIssuer
    let limiter: AttemptLimiter
    let activity: ActivityLog
    let rules: TeamRules

    /// Returns new tokens for the session.
    ///
    /// The previous token is accepted for 30 s, until the current one is used, because a response may get lost. Any
    /// other reuse means that two clients have the token, and ends the session. A token from before the passcode was
    /// verified is rejected in these 30 s and changes nothing. Its holder may not have verified it, and the app that
    /// did has newer ones.
    func refresh(_ secret: String, client: ClientInfo) async throws -> SessionGrant {
        guard let token = RefreshToken(secret) else { throw Problem(.unauthenticated) }
        // Checked before any write, so that invalid tokens do not block writes.
        let isKnown = try await store.read { [self] in try session(of: token, in: $0) != nil }
        guard isKnown else { throw Problem(.unauthenticated) }
        return try await store.writeEvenIfRejected(on: .refresh(digest: token.digest, family: token.family)) {
            [self] transaction in
            guard let accountID = try session(of: token, in: transaction)?.session.accountID else {
                throw Problem(.unauthenticated)
            }
            try limiter.settleStale(transaction.reservations.list(accountID: accountID), in: transaction)
            guard let (session, generation) = try session(of: token, in: transaction),
                let account = try transaction.accounts.find(id: accountID)
            else { throw Problem(.unauthenticated) }
            var caller = Caller(account: account, session: session, rules: rules, now: transaction.now)
            switch session.use(of: token, generation, at: transaction.now) {
            case .current, .previous:
                try SessionAllowance.use(&caller.session.changesUsedUntil, at: transaction.now)
                return try exchange(token, &caller, in: transaction)
            case .beforePasscode:
                throw Problem(.unauthenticated)
            case .reuse:
                try activity.record(
                    .sessionEnded, of: account, device: session.deviceName, client: client, in: transaction)
                try transaction.sessions.delete(id: session.id)
                throw Problem(.unauthenticated)
            }
        }
    }

    /// Returns the active session of the token, and the token's generation if it is stored.
    private func session(
        of token: RefreshToken, in transaction: Transaction
    ) throws -> (session: Session, generation: Int?)? {
        let stored = try transaction.sessionTokens.find(digest: token.digest)
        let found =
            if let stored {
                stored.kind == .refresh ? try transaction.sessions.find(id: stored.sessionID) : nil
            } else {
                try transaction.sessions.find(refreshFamily: token.family)
            }
        guard let found, transaction.now < found.endsAt(under: rules) else { return nil }
        return (found, stored?.generation)
    }

    private func exchange(
        _ token: RefreshToken, _ caller: inout Caller, in transaction: Transaction
    ) throws -> SessionGrant {
        let now = transaction.now
        if caller.session.state(of: caller.account).needsPersistedLock(under: rules, at: now) {
            caller.session.persistLock(.idle)
        }
        let lifts = caller.session.lock == .idle && caller.session.proof.isVerified(under: rules)
        if lifts { caller.session.unlock(at: now) }
        if token.digest != caller.session.previousRefreshDigest {
            try issuer.beginGeneration(of: &caller.session, after: token.digest, in: transaction)
        }
        if lifts {
            try transaction.sessionTokens.retire(
                sessionID: caller.session.id, end: now + SessionToken.rotatedLifetime)
        }
        let secrets = try issuer.issue(for: &caller.session, in: transaction)
        return SessionGrant(secrets: secrets, caller: caller)
    }
}

/// The use of a refresh token.
private enum RefreshTokenUse {
    /// A token of the current generation.
    case current
    /// A token of the previous generation, whose response may have been lost.
    case previous
    /// A token from before the passcode was verified; responses may have been lost since.
    case beforePasscode
    /// An exchanged token: two clients have it.
    case reuse
}

extension Session {
    /// Returns the use of a refresh token.
    ///
    /// - Parameter generation: The token's generation; nil if it is no longer stored.
    fileprivate func use(of token: RefreshToken, _ generation: Int?, at now: Timestamp) -> RefreshTokenUse {
        if generation == refreshGeneration { return .current }
        // After a clock change, a refresh in the future has an unknown age.
        guard let refreshedAt, now - refreshedAt < SessionToken.previousRefreshLifetime,
            refreshedAt - now <= Self.clockTolerance
        else { return .reuse }
        if passcodeGeneration == refreshGeneration { return .beforePasscode }
        return token.digest == previousRefreshDigest ? .previous : .reuse
    }
}
