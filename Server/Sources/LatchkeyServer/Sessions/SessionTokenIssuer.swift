import LatchkeyAPI

/// Issues and rotates the secrets of sessions.
struct SessionTokenIssuer: Sendable {
    let random: any RandomSource

    /// Gives the session its next secrets, beside the ones that it has. The session must be stored already, and is
    /// stored.
    func issue(for session: inout Session, in transaction: Transaction) throws -> SessionSecrets {
        let secrets: SessionSecrets
        switch session.transport {
        case .bearer:
            let access = OpaqueToken.make(from: random).text
            let end = transaction.now + SessionToken.accessLifetime
            try store(access, .access, until: end, of: session, in: transaction)
            let refresh = RefreshToken.make(family: session.refreshFamily, from: random)
            session.refreshFamily = refresh.family
            try store(refresh.text, .refresh, until: session.expiresAt, of: session, in: transaction)
            secrets = .bearer(access: access, refresh: refresh.text)
        case .cookie:
            let cookie = OpaqueToken.make(from: random).text
            try store(cookie, .cookie, until: session.expiresAt, of: session, in: transaction)
            secrets = .cookie(cookie)
        }
        try transaction.sessionTokens.deleteOldest(sessionID: session.id, keeping: SessionToken.maximumCount)
        try transaction.sessions.update(session)
        return secrets
    }

    /// Replaces all secrets of a session whose passcode was given: the former ones count as locked for a minute more,
    /// and the former refresh token can no longer be exchanged.
    func rotate(_ session: inout Session, in transaction: Transaction) throws -> SessionSecrets {
        try transaction.sessionTokens.retire(
            sessionID: session.id, end: transaction.now + SessionToken.rotatedLifetime)
        if session.transport == .bearer {
            let former = try transaction.sessionTokens.newestRefresh(
                sessionID: session.id, generation: session.refreshGeneration)
            try beginGeneration(of: &session, after: former, in: transaction)
            session.passcodeGeneration = session.refreshGeneration
        }
        return try issue(for: &session, in: transaction)
    }

    /// Ends the present generation of refresh tokens.
    ///
    /// - Parameter digest: Of the token that is accepted once more.
    func beginGeneration(of session: inout Session, after digest: String?, in transaction: Transaction) throws {
        // Without a family they are from before there were families, and are known by their rows alone.
        if session.refreshFamily != nil {
            try transaction.sessionTokens.deleteRefresh(
                sessionID: session.id, generation: session.refreshGeneration)
        }
        session.refreshGeneration += 1
        session.previousRefreshDigest = digest
        session.refreshedAt = transaction.now
    }

    private func store(
        _ secret: String, _ kind: SessionToken.Kind, until end: Timestamp, of session: Session,
        in transaction: Transaction
    ) throws {
        try transaction.sessionTokens.insert(
            SessionToken(
                digest: SessionTokenDigest.of(secret), sessionID: session.id, kind: kind,
                generation: session.refreshGeneration, expiresAt: end, countsAsLocked: false))
    }
}
