import LatchkeyAPI

/// Exchanges refresh tokens.
struct SessionRefresh: Sendable {
    let dependencies: Dependencies
    let issuer: SessionTokenIssuer
    let ledger: AttemptLedger
    let activity: ActivityLog

    /// Returns new tokens for the session. The token before the present one is accepted for 30 s more, until the
    /// present one is used, since an answer may get lost; any other reuse means that the token is in two hands, and
    /// ends the session. Any from before the passcode was given is refused in these 30 s and changes nothing: whoever
    /// holds it may not have given the passcode, and the app that gave it has newer ones.
    func refresh(_ secret: String, client: ClientInfo) async throws -> SessionGrant {
        guard let token = RefreshToken(secret) else { throw Problem(.unauthenticated) }
        // Before anything is written: nobody holds up the writer with what is no token.
        let isKnown = try await dependencies.store.read { [self] repositories in
            try session(of: token, in: repositories, at: dependencies.clock.now()) != nil
        }
        guard isKnown else { throw Problem(.unauthenticated) }
        return try await dependencies.store.writeEvenIfRefused { [self] repositories in
            let now = dependencies.clock.now()
            guard let accountID = try session(of: token, in: repositories, at: now)?.session.accountID else {
                throw Problem(.unauthenticated)
            }
            try ledger.settleStale(accountID: accountID, in: repositories, at: now)
            guard let (session, generation) = try session(of: token, in: repositories, at: now),
                let account = try repositories.accounts.find(id: accountID)
            else { throw Problem(.unauthenticated) }
            var caller = Caller(account: account, session: session, tokenCountsAsLocked: false, now: now)
            switch session.use(of: token, generation, at: now) {
            case .current, .previous:
                try SessionAllowance.use(&caller.session.changesUsedUntil, at: now)
                return try exchange(token, &caller, in: repositories)
            case .beforePasscode:
                throw Problem(.unauthenticated)
            case .reuse:
                try activity.record(
                    .sessionEnded, of: account, device: session.deviceName, client: client, in: repositories, at: now)
                try repositories.sessions.delete(id: session.id)
                throw Problem(.unauthenticated)
            }
        }
    }

    /// The live session that the token is of, and its generation where it is stored.
    private func session(
        of token: RefreshToken, in repositories: Repositories, at now: Timestamp
    ) throws -> (session: Session, generation: Int?)? {
        let stored = try repositories.sessionTokens.find(digest: token.digest)
        let found =
            if let stored {
                stored.kind == .refresh ? try repositories.sessions.find(id: stored.sessionID) : nil
            } else {
                try repositories.sessions.find(refreshFamily: token.family)
            }
        guard let found, now < found.expiresAt else { return nil }
        return (found, stored?.generation)
    }

    private func exchange(
        _ token: RefreshToken, _ caller: inout Caller, in repositories: Repositories
    ) throws -> SessionGrant {
        let now = caller.now
        if caller.session.lock == nil, caller.session.isIdle(under: caller.account, at: now) {
            caller.session.latch(.idle)
        }
        let lifts = caller.session.lock == .idle && caller.session.passcodeGivenAt != nil
        if lifts { caller.session.unlock(at: now) }
        if token.digest != caller.session.previousRefreshDigest {
            try issuer.beginGeneration(of: &caller.session, after: token.digest, in: repositories, at: now)
        }
        if lifts {
            try repositories.sessionTokens.retire(
                sessionID: caller.session.id, end: now + SessionToken.rotatedLifetime)
        }
        let secrets = try issuer.issue(for: &caller.session, in: repositories, at: now)
        return SessionGrant(secrets: secrets, user: caller.user, expiresAt: caller.session.expiresAt, now: now)
    }
}

/// What showing a refresh token means.
private enum RefreshTokenUse {
    /// It is one of the present generation.
    case current
    /// It is the one that the present generation came from, whose answer may have got lost.
    case previous
    /// It is from before the passcode was given, whichever came between: answers may have got lost.
    case beforePasscode
    /// It was exchanged before, so that it is in two hands.
    case reuse
}

extension Session {
    /// - Parameter generation: of the token; nil when it is not stored any more.
    fileprivate func use(of token: RefreshToken, _ generation: Int?, at now: Timestamp) -> RefreshTokenUse {
        if generation == refreshGeneration { return .current }
        // Nobody knows how long ago that was which seems to be in the future: the clock went back.
        guard let refreshedAt, now - refreshedAt < SessionToken.previousRefreshLifetime,
            refreshedAt - now <= Self.clockTolerance
        else { return .reuse }
        if passcodeGeneration == refreshGeneration { return .beforePasscode }
        return token.digest == previousRefreshDigest ? .previous : .reuse
    }
}
