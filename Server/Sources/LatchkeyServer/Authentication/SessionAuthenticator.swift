/// Looks up the sessions that requests come with.
struct SessionAuthenticator: Sendable {
    let store: any Store
    let ledger: AttemptLedger
    let rules: TeamRules

    /// Returns the session of the credential, with all that time has done to it and the attempts under way. Throws
    /// `unauthenticated` when there is none.
    func caller(_ credential: Credential) async throws -> Caller {
        let found = try await store.caller(tokenDigest: credential.digest)
        let caller = try Caller(found.rows, shown: credential, under: rules, at: found.now)
        return caller.isOutdated ? try await update(credential) : caller
    }

    /// Stores what time has done: expired attempts, an idle lock, which is then latched, and a wait that became too
    /// long when the clock was set back.
    private func update(_ credential: Credential) async throws -> Caller {
        try await store.writeEvenIfRefused(on: credential.subject) { [ledger, rules] transaction in
            var caller = try transaction.caller(credential, under: rules, settlingBy: ledger)
            let stored = caller.session
            if caller.needsLatch { caller.session.latch(.idle) }
            caller.session.shortenWait(at: caller.now)
            if caller.session != stored { try transaction.sessions.update(caller.session) }
            return caller
        }
    }
}

extension Caller {
    fileprivate var isOutdated: Bool {
        attempts.contains { $0.isStale(at: now) } || needsLatch || session.isWaitTooLong(at: now)
    }

    fileprivate var needsLatch: Bool { session.state(of: account).needsLatch(under: rules, at: now) }
}
