import LatchkeyAPI
import LatchkeyPasscode

/// The proof that a user may reset the passcode.
enum ResetProof: Sendable {
    /// An emailed link or code.
    case emailed(OneTimeProof)
    /// A recent login at the team's provider; with the expected account if the reset started in a session.
    case provider(ProviderProof, accountID: String? = nil)
}

/// The reset of a forgotten passcode, with an emailed proof or one of the team's provider.
struct PasscodeReset: Sendable {
    let store: any Store
    let random: any RandomSource
    let passcodes: PasscodeService
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog
    let emailSignal: EmailSignal
    let rules: TeamRules

    /// Sets the new passcode if the proof is valid.
    ///
    /// - Parameters:
    ///   - new: Returns the passcode. Called after the proof was verified; if it throws, the proof stays unused.
    ///   - credential: The credential of the calling session, which is kept if it belongs to the account.
    ///   - device: Starts a new session, unless the calling one is kept with the same transport; nil for none.
    /// - Returns: New tokens for the kept or new session; nil without one.
    func reset(
        _ proof: ResetProof, to new: @Sendable () throws -> Passcode, by credential: Credential?,
        signingIn device: Session.Device?, client: ClientInfo
    ) async throws -> SessionGrant? {
        let scope = try await check(proof)
        let passcode = try new()
        if case .provider(let proof, let accountID) = proof { try await count(proof, accountID) }
        let hash = try await passcodes.hash(passcode)
        let sessionID = random.makeID()
        let grant = try await store.writeEvenIfRejected(on: scope) { [self] transaction -> SessionGrant? in
            var account = try redeem(proof, in: transaction)
            account.failures = 0
            account.resetRequired = false
            // Attempts in progress concern the old passcode.
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
        emailSignal.wake()
        return grant
    }

    /// Rejects an invalid proof, and returns the write scope of a valid one.
    private func check(_ proof: ResetProof) async throws -> WriteScope {
        switch proof {
        case .emailed(let proof):
            try await oneTimeTokens.rejectJunk(proof, purpose: .reset, in: store)
            let scope = oneTimeTokens.scope(of: proof, purpose: .reset)
            _ = try await store.writeEvenIfRejected(on: scope) { [oneTimeTokens] transaction in
                try oneTimeTokens.find(proof, purpose: .reset, in: transaction)
            }
            return scope
        case .provider(let proof, let accountID):
            try await store.read { transaction in
                _ = try transaction.account(of: proof, id: accountID)
                try transaction.requireUnused(proof)
            }
            return scope(of: proof)
        }
    }

    private func scope(of proof: ProviderProof) -> WriteScope {
        .identity(proof.person, address: nil, sidDigest: proof.sidDigest)
    }

    /// Counts the reset in the rate limit of sign-ins, before hashing: concurrent requests all see the proof unused.
    private func count(_ proof: ProviderProof, _ accountID: String?) async throws {
        let id = random.makeID()
        try await store.write(on: scope(of: proof)) { transaction in
            let account = try transaction.account(of: proof, id: accountID)
            try transaction.requireUnused(proof)
            try transaction.emailRequests.insert(transaction.providerSignIn(of: account.email, as: id))
        }
    }

    /// Consumes the proof and returns its account.
    private func redeem(_ proof: ResetProof, in transaction: Transaction) throws -> Account {
        switch proof {
        case .emailed(let proof): return try redeem(proof, in: transaction)
        case .provider(let proof, let accountID):
            let account = try transaction.account(of: proof, id: accountID)
            try transaction.use(proof)
            return account
        }
    }

    private func redeem(_ proof: OneTimeProof, in transaction: Transaction) throws -> Account {
        let token = try oneTimeTokens.find(proof, purpose: .reset, in: transaction)
        try transaction.noteEmailUsed(by: token.email, sentAt: token.createdAt)
        guard let id = token.accountID, let account = try transaction.accounts.find(id: id), account.hasPasscode,
            !account.isSuspended
        else { throw Problem(.invalidCode) }
        try transaction.oneTimeTokens.delete(id: token.id)
        return account
    }

    /// Returns the calling session with the account after the reset; nil if it is not kept.
    private func caller(
        _ credential: Credential?, _ account: Account, _ device: Session.Device?, in transaction: Transaction
    ) throws -> Caller? {
        guard let credential, var caller = try transaction.callerIfAny(credential, under: rules),
            caller.account.id == account.id, device.map({ $0.transport == caller.session.transport }) ?? true
        else { return nil }
        caller.account = account
        caller.session.failures = 0
        caller.session.waitUntil = nil
        return caller
    }

    /// Starts an unlocked session. The owner of the mailbox could also sign in separately and enter the new passcode.
    private func begin(
        _ session: Session, of account: Account, with hash: PasscodeHash, _ client: ClientInfo,
        in transaction: Transaction
    ) throws -> SessionGrant {
        var caller = Caller(account: account, session: session, rules: rules, now: transaction.now)
        let grant = try passcodes.replace(hash, .passcodeReset, &caller, client, in: transaction)
        try activity.record(.signedIn, by: caller, client: client, in: transaction)
        return grant
    }
}
