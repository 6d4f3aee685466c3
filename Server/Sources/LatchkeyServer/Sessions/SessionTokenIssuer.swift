import LatchkeyAPI

/// Makes and rotates the secrets of sessions.
struct SessionTokenIssuer: Sendable {
    let random: any RandomSource

    /// Gives the session its next secrets, beside the ones it has. The session must be stored already, and is stored.
    func issue(for session: inout Session, in repositories: Repositories, at now: Timestamp) throws -> SessionSecrets {
        let secrets: SessionSecrets
        switch session.transport {
        case .bearer:
            let access = try store(
                .access, until: now + SessionToken.accessLifetime, of: session, in: repositories)
            let refresh = RefreshToken.make(family: session.refreshFamily, from: random)
            session.refreshFamily = refresh.family
            try store(refresh.text, .refresh, until: session.expiresAt, of: session, in: repositories)
            secrets = .bearer(access: access, refresh: refresh.text)
        case .cookie:
            secrets = .cookie(try store(.cookie, until: session.expiresAt, of: session, in: repositories))
        }
        try repositories.sessionTokens.deleteOldest(sessionID: session.id, keeping: SessionToken.maximumCount)
        try repositories.sessions.update(session)
        return secrets
    }

    /// Gives the session, whose passcode was given, new secrets in the place of all it has: the former ones count as
    /// locked for a minute more, and the former refresh token is good for nothing.
    func rotate(_ session: inout Session, in repositories: Repositories, at now: Timestamp) throws -> SessionSecrets {
        try repositories.sessionTokens.retire(sessionID: session.id, end: now + SessionToken.rotatedLifetime)
        if session.transport == .bearer {
            let former = try repositories.sessionTokens.newestRefresh(
                sessionID: session.id, generation: session.refreshGeneration)
            try beginGeneration(of: &session, after: former, in: repositories, at: now)
            session.passcodeGeneration = session.refreshGeneration
        }
        return try issue(for: &session, in: repositories, at: now)
    }

    /// Ends the present generation of refresh tokens; `digest` is that of the one that may come once more.
    func beginGeneration(
        of session: inout Session, after digest: String?, in repositories: Repositories, at now: Timestamp
    ) throws {
        // Without a family they are from before there was one, and are known by their rows alone.
        if session.refreshFamily != nil {
            try repositories.sessionTokens.deleteRefresh(
                sessionID: session.id, generation: session.refreshGeneration)
        }
        session.refreshGeneration += 1
        session.previousRefreshDigest = digest
        session.refreshedAt = now
    }

    private func store(
        _ kind: SessionToken.Kind, until end: Timestamp, of session: Session, in repositories: Repositories
    ) throws -> String {
        let secret = OpaqueToken.make(from: random).text
        try store(secret, kind, until: end, of: session, in: repositories)
        return secret
    }

    private func store(
        _ secret: String, _ kind: SessionToken.Kind, until end: Timestamp, of session: Session,
        in repositories: Repositories
    ) throws {
        try repositories.sessionTokens.insert(
            SessionToken(
                digest: SessionTokenDigest.of(secret), sessionID: session.id, kind: kind,
                generation: session.refreshGeneration, expiresAt: end, countsAsLocked: false))
    }
}
