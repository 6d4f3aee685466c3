import LatchkeyAPI
import LatchkeyPasscode

/// Sets, checks and changes passcodes, and what depends on them.
struct PasscodeService: Sendable {
    let dependencies: Dependencies
    let checks: PasscodeChecks
    let records: PasscodeRecords
    let issuer: SessionTokenIssuer
    let activity: ActivityLog

    /// Unlocks the session with its passcode.
    func verify(_ passcode: Passcode, by asker: Asker, client: ClientInfo) async throws -> SessionGrant {
        try await checks.check(passcode, for: .unlock, by: asker, client: client) { [self] success in
            try unlock(&success.caller, in: success.repositories)
        }
    }

    /// Sets the first passcode, or changes it when `current` is right. Other sessions end.
    func set(
        _ new: Passcode, current: Passcode?, by asker: Asker, client: ClientInfo
    ) async throws -> SessionGrant {
        guard asker.caller.account.hasPasscode else {
            return try await setFirst(new, by: asker.credential, client: client)
        }
        guard let current else {
            throw Problem(.passcodeAlreadySet)
        }
        return try await checks.check(current, new: new, for: .changePasscode, by: asker, client: client) {
            [self] success in
            guard let hash = success.newHash else { throw Problem(.internalError) }
            try SessionAllowance.use(&success.caller.session.passcodeChangesUsedUntil, at: success.caller.now)
            return try replace(hash, .passcodeChanged, &success.caller, client, in: success.repositories)
        }
    }

    private func setFirst(
        _ new: Passcode, by credential: Credential, client: ClientInfo
    ) async throws -> SessionGrant {
        let hash = try await hash(new)
        return try await dependencies.store.write { [self] repositories in
            var caller = try repositories.unlockedCaller(credential, at: dependencies.clock.now())
            guard !caller.account.hasPasscode else { throw Problem(.passcodeAlreadySet) }
            caller.account.passcodeEnabled = true
            return try replace(hash, .passcodeSet, &caller, client, in: repositories)
        }
    }

    /// Hashes a passcode on the workers: what is not a check takes its turn like one.
    func hash(_ passcode: Passcode) async throws -> PasscodeHash {
        let (hasher, salt) = (dependencies.hasher, records.makeSalt())
        return try await dependencies.workers.permit().run { try hasher.hash(passcode, salt: salt) }
    }

    /// Gives the account the new passcode, ends its other sessions and unlocks this one.
    func replace(
        _ hash: PasscodeHash, _ kind: ActivityKind, _ caller: inout Caller, _ client: ClientInfo,
        in repositories: Repositories
    ) throws -> SessionGrant {
        try records.setHash(hash, of: &caller.account)
        caller.account.passcodeVersion += 1
        try repositories.accounts.update(caller.account)
        try repositories.endSessions(of: caller.account, except: caller.session.id)
        try activity.record(
            kind, of: caller.account, device: caller.session.deviceName, client: client, in: repositories,
            at: caller.now)
        return try unlock(&caller, in: repositories)
    }

    /// Opens the session, rotates its tokens and, for an app, adds the recovery key.
    func unlock(_ caller: inout Caller, in repositories: Repositories) throws -> SessionGrant {
        let isBearer = caller.session.transport == .bearer
        let isFirst = caller.account.recoveryKey == nil
        let recoveryKey = try records.recoveryKey(of: &caller.account)
        if isFirst { try repositories.accounts.update(caller.account) }
        caller.session.unlock(at: caller.now)
        caller.session.passcodeGivenAt = caller.now
        let secrets = try issuer.rotate(&caller.session, in: repositories, at: caller.now)
        return SessionGrant(
            secrets: secrets, user: caller.user, recoveryKey: isBearer ? recoveryKey : nil,
            expiresAt: caller.session.expiresAt, now: caller.now)
    }
}
