import LatchkeyAPI

/// Exchanges refresh tokens.
struct SessionRefresh: Sendable {
    let store: any Store
    let issuer: SessionTokenIssuer
    let ledger: AttemptLedger
    let activity: ActivityLog
    let rules: TeamRules

    /// Returns new tokens for the session.
    ///
    /// The token before the present one is accepted for 30 s more, until the present one is used, since an answer may
    /// get lost; any other reuse means that two clients have the token, and ends the session. A token from before the
    /// passcode was given is refused in these 30 s and changes nothing: its holder may not have given the passcode, and
    /// the app that gave it has newer ones.
    func refresh(_ secret: String, client: ClientInfo) async throws -> SessionGrant {
        guard let token = RefreshToken(secret) else { throw Problem(.unauthenticated) }
        // Before anything is written: a text that is no token must not hold up the writer.
        let isKnown = try await store.read { [self] in try session(of: token, in: $0) != nil }
        guard isKnown else { throw Problem(.unauthenticated) }
        return try await store.writeEvenIfRefused(on: .refresh(digest: token.digest, family: token.family)) {
            [self] transaction in
            guard let accountID = try session(of: token, in: transaction)?.session.accountID else {
                throw Problem(.unauthenticated)
            }
            try ledger.settleStale(transaction.reservations.list(accountID: accountID), in: transaction)
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

    /// Returns the live session of the token, and the token's generation where it is stored.
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
        if caller.session.state(of: caller.account).needsLatch(under: rules, at: now) { caller.session.latch(.idle) }
        let lifts = caller.session.lock == .idle && caller.session.isProven(under: rules)
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

/// The meaning of a refresh token that is shown.
private enum RefreshTokenUse {
    /// It is one of the present generation.
    case current
    /// It is the one before the present generation, whose answer may have got lost.
    case previous
    /// It is from before the passcode was given, whatever came between: answers may have got lost.
    case beforePasscode
    /// It was exchanged before, so that two clients have it.
    case reuse
}

extension Session {
    /// - Parameter generation: Of the token; nil when it is no longer stored.
    fileprivate func use(of token: RefreshToken, _ generation: Int?, at now: Timestamp) -> RefreshTokenUse {
        if generation == refreshGeneration { return .current }
        // A refresh that seems to be in the future is of unknown age: the clock went back.
        guard let refreshedAt, now - refreshedAt < SessionToken.previousRefreshLifetime,
            refreshedAt - now <= Self.clockTolerance
        else { return .reuse }
        if passcodeGeneration == refreshGeneration { return .beforePasscode }
        return token.digest == previousRefreshDigest ? .previous : .reuse
    }
}
