import LatchkeyAPI
import LatchkeyPasscode

/// What proves that a person may choose a new passcode.
enum ResetProof: Sendable {
    /// What was mailed to the owner.
    case mailed(OneTimeProof)
    /// The word of the team's provider, which has asked the person lately; with the account that it must be, where a
    /// browser was sent there from a session.
    case provider(ProviderProof, accountID: String? = nil)
}

/// Replaces a forgotten passcode with the proof that was mailed to its owner, or that the team's provider gives.
struct PasscodeReset: Sendable {
    let store: any Store
    let random: any RandomSource
    let passcodes: AccountPasscodes
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog
    let mailSignal: MailSignal
    let rules: TeamRules

    /// The device that a reset signs in.
    struct Device: Sendable {
        let transport: SessionTransport
        let name: String?
    }

    /// Sets the new passcode if the proof holds.
    ///
    /// - Parameters:
    ///   - new: Returns the passcode; called once the proof is known to be good, and what it throws leaves the proof
    ///     unused.
    ///   - credential: Of the session that asks. The session is kept when it is one of the account.
    ///   - device: Begins a session, unless the one that asks is kept and has its transport; nil for no new session.
    /// - Returns: New secrets for the session that was kept or begun; nil when there is none.
    func reset(
        _ proof: ResetProof, to new: @Sendable () throws -> Passcode, by credential: Credential?,
        signingIn device: Device?, client: ClientInfo
    ) async throws -> SessionGrant? {
        let subject = try await check(proof)
        let passcode = try new()
        if case .provider(let proof, let accountID) = proof { try await count(proof, accountID) }
        let hash = try await passcodes.hash(passcode)
        let sessionID = random.makeID()
        let grant = try await store.writeEvenIfRefused(on: subject) { [self] transaction -> SessionGrant? in
            var account = try redeem(proof, in: transaction)
            account.failures = 0
            account.resetRequired = false
            // Attempts under way guess at a passcode that is gone.
            try transaction.reservations.deleteAll(accountID: account.id)
            if var caller = try caller(credential, account, device, in: transaction) {
                return try passcodes.replace(hash, .passcodeReset, &caller, client, in: transaction)
            }
            guard let device else {
                try passcodes.replace(
                    hash, .passcodeReset, of: &account, keeping: nil, client, in: transaction)
                return nil
            }
            guard
                let session = Session(
                    id: sessionID, account: account, transport: device.transport, deviceName: device.name,
                    under: rules, now: transaction.now)
            else { throw Problem(.invalidCode) }
            try transaction.sessions.insert(session)
            if case .provider(let proof, _) = proof {
                try transaction.providerSessions.insert(ProviderSession(sessionID: session.id, of: proof))
            }
            return try begin(session, of: account, with: hash, client, in: transaction)
        }
        mailSignal.wake()
        return grant
    }

    /// Refuses a proof that does not hold, and returns what a write that uses it up is about.
    private func check(_ proof: ResetProof) async throws -> Subject {
        switch proof {
        case .mailed(let proof):
            try await oneTimeTokens.refuseJunk(proof, purpose: .reset, in: store)
            let subject = oneTimeTokens.subject(of: proof, purpose: .reset)
            _ = try await store.writeEvenIfRefused(on: subject) { [oneTimeTokens] transaction in
                try oneTimeTokens.find(proof, purpose: .reset, in: transaction)
            }
            return subject
        case .provider(let proof, let accountID):
            try await store.read { transaction in
                _ = try transaction.account(of: proof, id: accountID)
                try transaction.requireUnused(proof)
            }
            return subject(of: proof)
        }
    }

    private func subject(of proof: ProviderProof) -> Subject {
        .identity(proof.person, address: nil, sidDigest: proof.sidDigest)
    }

    /// Counts the reset by the limit for sign-ins, before anything is hashed: a proof that is given many times at once
    /// is unused each time.
    private func count(_ proof: ProviderProof, _ accountID: String?) async throws {
        let id = random.makeID()
        try await store.write(on: subject(of: proof)) { transaction in
            let account = try transaction.account(of: proof, id: accountID)
            try transaction.requireUnused(proof)
            try transaction.mailRequests.insert(transaction.providerSignIn(of: account.email, as: id))
        }
    }

    /// Uses the proof up and returns its account.
    private func redeem(_ proof: ResetProof, in transaction: Transaction) throws -> Account {
        switch proof {
        case .mailed(let proof): return try redeem(proof, in: transaction)
        case .provider(let proof, let accountID):
            let account = try transaction.account(of: proof, id: accountID)
            try transaction.use(proof)
            return account
        }
    }

    private func redeem(_ proof: OneTimeProof, in transaction: Transaction) throws -> Account {
        let token = try oneTimeTokens.find(proof, purpose: .reset, in: transaction)
        try transaction.noteMailUsed(by: token.email, mailedAt: token.createdAt)
        guard let id = token.accountID, let account = try transaction.accounts.find(id: id), account.hasPasscode,
            !account.isSuspended
        else { throw Problem(.invalidCode) }
        try transaction.oneTimeTokens.delete(id: token.id)
        return account
    }

    /// Returns the session that asks, with the account as the reset leaves it; nil when it is not to be kept.
    private func caller(
        _ credential: Credential?, _ account: Account, _ device: Device?, in transaction: Transaction
    ) throws -> Caller? {
        guard let credential, var caller = try transaction.callerIfAny(credential, under: rules),
            caller.account.id == account.id, device.map({ $0.transport == caller.session.transport }) ?? true
        else { return nil }
        caller.account = account
        caller.session.failures = 0
        caller.session.waitUntil = nil
        return caller
    }

    /// Begins an unlocked session: a reader of the mail could sign in by another one and enter the new passcode.
    private func begin(
        _ session: Session, of account: Account, with hash: PasscodeHash, _ client: ClientInfo,
        in transaction: Transaction
    ) throws -> SessionGrant {
        var caller = Caller(account: account, session: session, rules: rules, now: transaction.now)
        let grant = try passcodes.replace(hash, .passcodeReset, &caller, client, in: transaction)
        try activity.record(
            .signedIn, of: caller.account, device: session.deviceName, client: client, in: transaction)
        return grant
    }
}
