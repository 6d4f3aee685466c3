import LatchkeyAPI
import LatchkeyPasscode

/// Replaces a forgotten passcode by what was mailed to its owner.
struct PasscodeReset: Sendable {
    let dependencies: Dependencies
    let passcodes: PasscodeService
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog

    /// Sets the new passcode if the proof holds.
    ///
    /// - Parameter new: returns the passcode; asked once the proof is known to be good, and what it throws leaves the
    ///   proof unused.
    /// - Returns: new secrets for the session that asked, when it is one of the account; nil otherwise.
    func reset(
        _ proof: OneTimeProof, to new: @Sendable () throws -> Passcode, by credential: Credential?, client: ClientInfo
    ) async throws -> SessionGrant? {
        _ = try await dependencies.store.writeEvenIfRefused { [self] repositories in
            try oneTimeTokens.find(proof, purpose: .reset, in: repositories, at: dependencies.clock.now())
        }
        let hash = try await passcodes.hash(try new())
        return try await dependencies.store.writeEvenIfRefused { [self] repositories in
            let now = dependencies.clock.now()
            let token = try oneTimeTokens.find(proof, purpose: .reset, in: repositories, at: now)
            try repositories.noteMailUsed(by: token.email, mailedAt: token.createdAt)
            guard let id = token.accountID, let account = try repositories.accounts.find(id: id), account.hasPasscode
            else { throw Problem(.invalidCode) }
            try repositories.oneTimeTokens.delete(id: token.id)
            let caller = try credential.flatMap { try repositories.callerIfAny($0, at: now) }
            return try apply(hash, to: account, caller, client, in: repositories, at: now)
        }
    }

    private func apply(
        _ hash: PasscodeHash, to account: Account, _ caller: Caller?, _ client: ClientInfo,
        in repositories: Repositories, at now: Timestamp
    ) throws -> SessionGrant? {
        var account = account
        account.failures = 0
        account.resetRequired = false
        // Attempts under way guess at a passcode that is gone.
        for reservation in try repositories.reservations.list(accountID: account.id) {
            try repositories.reservations.delete(id: reservation.id)
        }
        if var caller, caller.account.id == account.id {
            caller.account = account
            caller.session.failures = 0
            caller.session.waitUntil = nil
            return try passcodes.replace(hash, .passcodeReset, &caller, client, in: repositories)
        }
        try passcodes.records.setHash(hash, of: &account)
        account.passcodeVersion += 1
        try repositories.accounts.update(account)
        try repositories.endSessions(of: account)
        try activity.record(.passcodeReset, of: account, device: nil, client: client, in: repositories, at: now)
        return nil
    }
}
