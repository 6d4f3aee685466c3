import LatchkeyAPI

/// The issue and rotation of session secrets.
struct SessionTokenIssuer: Sendable {
    let random: any RandomSource

    /// Adds new secrets to the session. The session must be stored already, and is updated.
    func issue(for session: inout Session, in transaction: Transaction) throws -> SessionSecrets {
        let secrets: SessionSecrets
        var tokens: [SessionToken] = []
        switch session.transport {
        case .bearer:
            let access = OpaqueToken.make(from: random).text
            tokens.append(token(access, .access, until: transaction.now + SessionToken.accessLifetime, of: session))
            let refresh = RefreshToken.make(family: session.refreshFamily, from: random)
            session.refreshFamily = refresh.family
            tokens.append(token(refresh.text, .refresh, until: session.expiresAt, of: session))
            secrets = .bearer(access: access, refresh: refresh.text)
        case .cookie:
            let cookie = OpaqueToken.make(from: random).text
            tokens.append(token(cookie, .cookie, until: session.expiresAt, of: session))
            secrets = .cookie(cookie)
        }
        try transaction.sessionTokens.insert(tokens, of: session.id, keeping: SessionToken.maximumCount)
        try transaction.sessions.update(session)
        return secrets
    }

    /// Replaces all secrets of a session whose passcode was verified. Previous ones are valid as locked for one more
    /// minute, and the previous refresh token is invalid.
    func rotate(_ session: inout Session, in transaction: Transaction) throws -> SessionSecrets {
        let tokens = transaction.sessionTokens
        let end = transaction.now + SessionToken.rotatedLifetime
        if session.transport == .bearer {
            let former = try tokens.retire(
                sessionID: session.id, end: end, deletingRefresh: session.refreshGeneration)
            session.beginGeneration(after: former, at: transaction.now)
            session.passcodeGeneration = session.refreshGeneration
        } else {
            try tokens.retire(sessionID: session.id, end: end)
        }
        return try issue(for: &session, in: transaction)
    }

    /// Ends the current generation of refresh tokens.
    ///
    /// - Parameter digest: The token that is accepted once more.
    func beginGeneration(of session: inout Session, after digest: String, in transaction: Transaction) throws {
        try transaction.sessionTokens.deleteRefresh(sessionID: session.id, generation: session.refreshGeneration)
        session.beginGeneration(after: digest, at: transaction.now)
    }

    private func token(
        _ secret: String, _ kind: SessionToken.Kind, until end: Timestamp, of session: Session
    ) -> SessionToken {
        SessionToken(
            digest: SessionTokenDigest.of(secret), sessionID: session.id, kind: kind,
            generation: session.refreshGeneration, expiresAt: end, countsAsLocked: false)
    }
}

extension Session {
    /// Starts the next generation of refresh tokens.
    ///
    /// - Parameter digest: The previous token that is accepted once more.
    fileprivate mutating func beginGeneration(after digest: String?, at now: Timestamp) {
        refreshGeneration += 1
        previousRefreshDigest = digest
        refreshedAt = now
    }
}
