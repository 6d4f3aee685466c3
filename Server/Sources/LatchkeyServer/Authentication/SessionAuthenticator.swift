/// Authentication of requests.
struct SessionAuthenticator: Sendable {
    let store: any Store
    let limiter: AttemptLimiter
    let rules: TeamRules

    /// Loads the session, applying idle locks and expired attempts. Throws `unauthenticated` if there is none.
    func caller(_ credential: Credential) async throws -> Caller {
        let found = try await store.caller(tokenDigest: credential.digest)
        let caller = try Caller(found.rows, shown: credential, under: rules, at: found.now)
        return caller.isOutdated ? try await update(credential) : caller
    }

    /// Persists expired attempts, an idle lock, and a delay that is too long after a clock change.
    private func update(_ credential: Credential) async throws -> Caller {
        try await store.writeEvenIfRejected(on: credential.scope) { [limiter, rules] transaction in
            var caller = try transaction.caller(credential, under: rules, settlingBy: limiter)
            let stored = caller.session
            if caller.needsPersistedLock { caller.session.persistLock(.idle) }
            caller.session.shortenWait(at: caller.now)
            if caller.session != stored { try transaction.sessions.update(caller.session) }
            return caller
        }
    }
}

extension Caller {
    fileprivate var isOutdated: Bool {
        attempts.contains { $0.isStale(at: now) } || needsPersistedLock || session.isWaitTooLong(at: now)
    }

    fileprivate var needsPersistedLock: Bool { session.state(of: account).needsPersistedLock(under: rules, at: now) }
}
