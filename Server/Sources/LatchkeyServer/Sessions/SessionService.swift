import LatchkeyAPI

/// Locks, lists and ends sessions.
struct SessionService: Sendable {
    let dependencies: Dependencies
    let ledger: AttemptLedger
    let activity: ActivityLog
    let touches: SessionTouches

    /// Returns whose session it is, with all that time has done to it. Throws `unauthenticated` when there is none.
    func caller(_ credential: Credential) async throws -> Caller {
        let (caller, isOutdated) = try await dependencies.store.read { [self] repositories in
            let caller = try repositories.caller(credential, at: dependencies.clock.now())
            let isStale = try repositories.reservations.list(accountID: caller.account.id)
                .contains { $0.isStale(at: caller.now) }
            return (caller, isStale || caller.needsLatch || caller.session.isWaitTooLong(at: caller.now))
        }
        return isOutdated ? try await update(credential) : caller
    }

    /// Writes down what time has done: attempts that nobody settled, an idle lock, which is then latched, and a wait that
    /// a clock set back has lengthened.
    private func update(_ credential: Credential) async throws -> Caller {
        try await dependencies.store.writeEvenIfRefused { [self] repositories in
            let now = dependencies.clock.now()
            let accountID = try repositories.caller(credential, at: now).account.id
            try ledger.settleStale(accountID: accountID, in: repositories, at: now)
            var caller = try repositories.caller(credential, at: now)
            let stored = caller.session
            if caller.needsLatch { caller.session.latch(.idle) }
            caller.session.shortenWait(at: now)
            if caller.session != stored { try repositories.sessions.update(caller.session) }
            return caller
        }
    }

    /// Has it noted that the session is in use, at most every five seconds, and returns at once.
    func touch(sessionID: String, lastActiveAt: Timestamp) {
        let now = dependencies.clock.now()
        if now - lastActiveAt >= Session.activityLag { touches.note(sessionID, at: now) }
    }

    func lock(_ credential: Credential) async throws {
        try await dependencies.store.write { [self] repositories in
            var caller = try repositories.caller(credential, at: dependencies.clock.now())
            guard caller.account.passcodeEnabled else { throw Problem(.passcodeNotSet) }
            caller.session.latch(.passcodeRequired)
            caller.session.passcodeGivenAt = nil
            try repositories.sessions.update(caller.session)
        }
    }

    func signOut(_ credential: Credential, client: ClientInfo) async throws {
        try await dependencies.store.write { [self] repositories in
            let caller = try repositories.caller(credential, at: dependencies.clock.now())
            try activity.record(
                .signedOut, of: caller.account, device: caller.session.deviceName, client: client, in: repositories,
                at: caller.now)
            try repositories.sessions.delete(id: caller.session.id)
        }
    }

    /// The account's sessions, newest first.
    func list(of caller: Caller) async throws -> SessionList {
        let now = dependencies.clock.now()
        let sessions = try await dependencies.store.read { try $0.sessions.list(accountID: caller.account.id) }
        return SessionList(
            sessions: sessions.filter { now < $0.expiresAt }.map { session in
                SessionList.Session(
                    id: session.id, deviceName: session.deviceName, createdAt: session.createdAt.date,
                    lastActiveAt: session.lastActiveAt.date, current: session.id == caller.session.id)
            })
    }

    /// Ends one session of the caller's account. Throws `notFound` when it is none of them.
    func end(_ id: String, by credential: Credential, client: ClientInfo) async throws {
        try await dependencies.store.write { [self] repositories in
            let caller = try repositories.unlockedCaller(credential, at: dependencies.clock.now())
            guard let session = try repositories.sessions.find(id: id), session.accountID == caller.account.id else {
                throw Problem(.notFound)
            }
            try end(session, of: caller, client, in: repositories)
        }
    }

    /// Ends all sessions of the caller's account but its own.
    func endOthers(by credential: Credential, client: ClientInfo) async throws {
        try await dependencies.store.write { [self] repositories in
            let caller = try repositories.unlockedCaller(credential, at: dependencies.clock.now())
            for session in try repositories.sessions.list(accountID: caller.account.id)
            where session.id != caller.session.id {
                try end(session, of: caller, client, in: repositories)
            }
        }
    }

    private func end(
        _ session: Session, of caller: Caller, _ client: ClientInfo, in repositories: Repositories
    ) throws {
        try repositories.sessions.delete(id: session.id)
        try activity.record(
            .sessionEnded, of: caller.account, device: session.deviceName, client: client, in: repositories,
            at: caller.now)
    }
}

extension Caller {
    /// Idle, but not latched yet: a lock that was seen must not open again when the clock goes back.
    fileprivate var needsLatch: Bool { session.lock == nil && session.isIdle(under: account, at: now) }
}
