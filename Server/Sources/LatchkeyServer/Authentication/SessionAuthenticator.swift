import LatchkeyAPI

/// Looks up the sessions that requests come with.
struct SessionAuthenticator: Sendable {
    let store: any Store
    let ledger: AttemptLedger
    let touches: SessionTouches

    /// Returns the session of the credential, with all that time has done to it. Throws `unauthenticated` when there is
    /// none.
    func caller(_ credential: Credential) async throws -> Caller {
        let (caller, isOutdated) = try await store.read { transaction in
            let caller = try transaction.caller(credential)
            let isStale = try transaction.reservations.list(accountID: caller.account.id)
                .contains { $0.isStale(at: caller.now) }
            return (caller, isStale || caller.needsLatch || caller.session.isWaitTooLong(at: caller.now))
        }
        return isOutdated ? try await update(credential) : caller
    }

    /// Stores what time has done: expired attempts, an idle lock, which is then latched, and a wait that became too
    /// long when the clock was set back.
    private func update(_ credential: Credential) async throws -> Caller {
        try await store.writeEvenIfRefused { [ledger] transaction in
            let accountID = try transaction.caller(credential).account.id
            try ledger.settleStale(accountID: accountID, in: transaction)
            var caller = try transaction.caller(credential)
            let stored = caller.session
            if caller.needsLatch { caller.session.latch(.idle) }
            caller.session.shortenWait(at: caller.now)
            if caller.session != stored { try transaction.sessions.update(caller.session) }
            return caller
        }
    }
}

extension Caller {
    /// Whether the session is idle and not latched yet: a lock that was seen must not open again when the clock goes
    /// back.
    fileprivate var needsLatch: Bool { session.lock == nil && session.isIdle(under: account, at: now) }
}
