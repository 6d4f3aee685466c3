import LatchkeyAPI

/// Exchanges refresh tokens.
struct SessionRefresh: Sendable {
    let dependencies: Dependencies
    let issuer: SessionTokenIssuer
    let ledger: AttemptLedger
    let activity: ActivityLog

    /// Returns new tokens for the session. The token before the present one is accepted for 30 s more, until the
    /// present one is used, since an answer may get lost; any other reuse means that the token is in two hands, and
    /// ends the session.
    func refresh(_ secret: String, client: ClientInfo) async throws -> SessionGrant {
        try await dependencies.store.writeEvenIfRefused { [self] repositories in
            let now = dependencies.clock.now()
            guard let token = try repositories.sessionTokens.find(digest: SessionTokenDigest.of(secret)),
                token.kind == .refresh, now < token.expiresAt,
                let accountID = try repositories.sessions.find(id: token.sessionID)?.accountID
            else { throw Problem(.unauthenticated) }
            try ledger.settleStale(accountID: accountID, in: repositories, at: now)
            guard let session = try repositories.sessions.find(id: token.sessionID),
                let account = try repositories.accounts.find(id: accountID)
            else { throw Problem(.unauthenticated) }
            var caller = Caller(account: account, session: session, tokenCountsAsLocked: false, now: now)
            guard caller.session.accepts(token, at: now) else {
                try activity.record(
                    .sessionEnded, of: account, device: session.deviceName, client: client, in: repositories, at: now)
                try repositories.sessions.delete(id: session.id)
                throw Problem(.unauthenticated)
            }
            return try exchange(token, &caller, in: repositories)
        }
    }

    private func exchange(
        _ token: SessionToken, _ caller: inout Caller, in repositories: Repositories
    ) throws -> SessionGrant {
        let now = caller.now
        if caller.session.lock == nil, caller.session.isIdle(under: caller.account, at: now) {
            caller.session.latch(.idle)
        }
        if token.generation < caller.session.refreshGeneration,
            caller.session.refreshedAt == caller.session.passcodeGivenAt
        {
            // The token is from before the passcode was given: whoever holds it may not have given it.
            caller.session.latch(.passcodeRequired)
        }
        let lifts = caller.session.lock == .idle && caller.session.passcodeGivenAt != nil
        if lifts { caller.session.unlock(at: now) }
        if token.generation == caller.session.refreshGeneration {
            caller.session.beginGeneration(after: token.digest, at: now)
        }
        if lifts {
            try repositories.sessionTokens.retire(
                sessionID: caller.session.id, end: now + SessionToken.rotatedLifetime)
        }
        let secrets = try issuer.issue(for: &caller.session, in: repositories, at: now)
        return SessionGrant(secrets: secrets, user: caller.user, expiresAt: caller.session.expiresAt, now: now)
    }
}

extension Session {
    fileprivate func accepts(_ token: SessionToken, at now: Timestamp) -> Bool {
        if token.generation == refreshGeneration { return true }
        guard let refreshedAt, token.digest == previousRefreshDigest else { return false }
        return token.generation == refreshGeneration - 1 && now - refreshedAt < SessionToken.previousRefreshLifetime
    }
}
