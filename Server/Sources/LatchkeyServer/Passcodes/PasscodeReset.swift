import LatchkeyAPI
import LatchkeyPasscode

/// Replaces a forgotten passcode by what was mailed to its owner.
struct PasscodeReset: Sendable {
    let dependencies: Dependencies
    let passcodes: PasscodeService
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog

    /// What a reset that signs in begins a session for.
    struct Device: Sendable {
        let transport: SessionTransport
        let name: String?
    }

    /// Sets the new passcode if the proof holds.
    ///
    /// - Parameters:
    ///   - new: Returns the passcode; asked once the proof is known to be good, and what it throws leaves the proof
    ///     unused.
    ///   - credential: Of the session that asks. It is kept when it is one of the account.
    ///   - device: Begins a session, unless the one that asks is kept and has its transport; nil for no new session.
    /// - Returns: New secrets for the session that was kept or begun; nil when there is none.
    func reset(
        _ proof: OneTimeProof, to new: @Sendable () throws -> Passcode, by credential: Credential?,
        signingIn device: Device?, client: ClientInfo
    ) async throws -> SessionGrant? {
        try await oneTimeTokens.refuseJunk(proof, purpose: .reset, in: dependencies.store)
        _ = try await dependencies.store.writeEvenIfRefused { [self] repositories in
            try oneTimeTokens.find(proof, purpose: .reset, in: repositories, at: dependencies.clock.now())
        }
        let hash = try await passcodes.hash(try new())
        let sessionID = dependencies.makeID()
        let grant = try await dependencies.store.writeEvenIfRefused { [self] repositories -> SessionGrant? in
            let now = dependencies.clock.now()
            var account = try redeem(proof, in: repositories, at: now)
            account.failures = 0
            account.resetRequired = false
            // Attempts under way guess at a passcode that is gone.
            try repositories.reservations.deleteAll(accountID: account.id)
            if var caller = try caller(credential, account, device, in: repositories, at: now) {
                return try passcodes.replace(hash, .passcodeReset, &caller, client, in: repositories)
            }
            guard let device else {
                try replace(hash, of: &account, client, in: repositories, at: now)
                return nil
            }
            let session = Session(
                id: sessionID, account: account, transport: device.transport, deviceName: device.name, now: now)
            return try begin(session, of: account, with: hash, client, in: repositories, at: now)
        }
        dependencies.mailSignal.wake()
        return grant
    }

    /// Uses the proof up and returns whose it is.
    private func redeem(_ proof: OneTimeProof, in repositories: Repositories, at now: Timestamp) throws -> Account {
        let token = try oneTimeTokens.find(proof, purpose: .reset, in: repositories, at: now)
        try repositories.noteMailUsed(by: token.email, mailedAt: token.createdAt)
        guard let id = token.accountID, let account = try repositories.accounts.find(id: id), account.hasPasscode
        else { throw Problem(.invalidCode) }
        try repositories.oneTimeTokens.delete(id: token.id)
        return account
    }

    /// The session that asks, with the account as the reset leaves it; nil when it is not to be kept.
    private func caller(
        _ credential: Credential?, _ account: Account, _ device: Device?, in repositories: Repositories,
        at now: Timestamp
    ) throws -> Caller? {
        guard let credential, var caller = try repositories.callerIfAny(credential, at: now),
            caller.account.id == account.id, device.map({ $0.transport == caller.session.transport }) ?? true
        else { return nil }
        caller.account = account
        caller.session.failures = 0
        caller.session.waitUntil = nil
        return caller
    }

    private func replace(
        _ hash: PasscodeHash, of account: inout Account, _ client: ClientInfo, in repositories: Repositories,
        at now: Timestamp
    ) throws {
        try passcodes.records.setHash(hash, of: &account)
        account.passcodeVersion += 1
        try repositories.accounts.update(account)
        try repositories.endSessions(of: account)
        try activity.record(.passcodeReset, of: account, device: nil, client: client, in: repositories, at: now)
    }

    /// Begins a session that is unlocked: whoever reads the mail could sign in by another, and give the new passcode.
    private func begin(
        _ session: Session, of account: Account, with hash: PasscodeHash, _ client: ClientInfo,
        in repositories: Repositories, at now: Timestamp
    ) throws -> SessionGrant {
        var caller = Caller(account: account, session: session, tokenCountsAsLocked: false, now: now)
        try repositories.sessions.insert(session)
        let grant = try passcodes.replace(hash, .passcodeReset, &caller, client, in: repositories)
        try activity.record(
            .signedIn, of: caller.account, device: session.deviceName, client: client, in: repositories, at: now)
        return grant
    }
}
