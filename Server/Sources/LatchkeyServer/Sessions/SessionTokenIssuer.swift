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
            session.expiresAt = now + Session.lifetime
            let refresh = try store(.refresh, until: session.expiresAt, of: session, in: repositories)
            secrets = .bearer(access: access, refresh: refresh)
        case .cookie:
            secrets = .cookie(try store(.cookie, until: session.expiresAt, of: session, in: repositories))
        }
        try repositories.sessions.update(session)
        return secrets
    }

    /// Gives the session new secrets in the place of all it has: the former ones count as locked for a minute more,
    /// and the former refresh token for 30 seconds.
    func rotate(_ session: inout Session, in repositories: Repositories, at now: Timestamp) throws -> SessionSecrets {
        try repositories.sessionTokens.retire(sessionID: session.id, end: now + SessionToken.rotatedLifetime)
        if session.transport == .bearer {
            let former = try repositories.sessionTokens.newestRefresh(
                sessionID: session.id, generation: session.refreshGeneration)
            session.beginGeneration(after: former, at: now)
        }
        return try issue(for: &session, in: repositories, at: now)
    }

    private func store(
        _ kind: SessionToken.Kind, until end: Timestamp, of session: Session, in repositories: Repositories
    ) throws -> String {
        let secret = OpaqueToken.make(from: random).text
        try repositories.sessionTokens.insert(
            SessionToken(
                digest: SessionTokenDigest.of(secret), sessionID: session.id, kind: kind,
                generation: session.refreshGeneration, expiresAt: end, countsAsLocked: false))
        return secret
    }
}

extension Session {
    mutating func beginGeneration(after refreshDigest: String?, at now: Timestamp) {
        refreshGeneration += 1
        previousRefreshDigest = refreshDigest
        refreshedAt = now
    }
}
