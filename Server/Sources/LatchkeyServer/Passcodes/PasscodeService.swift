import LatchkeyAPI
import LatchkeyPasscode

/// The service that verifies, sets and changes passcodes.
struct PasscodeService: Sendable {
    let store: any Store
    let verifier: PasscodeVerifier
    let issuer: SessionTokenIssuer
    let activity: ActivityLog
    /// The mapping from the provider's users to accounts; nil without a provider.
    let provider: ProviderAccounts?
    let rules: TeamRules
    private var records: PasscodeRecordSealer { verifier.records }

    /// Verifies the passcode and unlocks the session. Sets the language of an account without one, such as an imported
    /// one, whose sign-ins start locked.
    func verify(
        _ passcode: Passcode, by authentication: Authentication, language: String?, client: ClientInfo
    ) async throws -> SessionGrant {
        try await verifier.check(passcode, for: .unlock, by: authentication, client: client) { [self] success in
            try provider?.confirm(
                &success.caller.account, by: success.caller.session, client, in: success.transaction)
            return try unlock(&success.caller, language: language, in: success.transaction)
        }
    }

    /// Sets the first passcode, or changes it if `current` is correct. Ends other sessions.
    func set(
        _ new: Passcode, current: Passcode?, by authentication: Authentication, client: ClientInfo
    ) async throws -> SessionGrant {
        guard authentication.caller.account.hasPasscode else {
            return try await setFirst(new, by: authentication.credential, client: client)
        }
        guard let current else {
            throw Problem(.passcodeAlreadySet)
        }
        return try await verifier.check(current, new: new, for: .changePasscode, by: authentication, client: client) {
            [self] success in
            guard let hash = success.newHash else { throw Problem(.internalError) }
            try SessionAllowance.use(&success.caller.session.passcodeChangesUsedUntil, at: success.caller.now)
            return try replace(hash, .passcodeChanged, &success.caller, client, in: success.transaction)
        }
    }

    private func setFirst(
        _ new: Passcode, by credential: Credential, client: ClientInfo
    ) async throws -> SessionGrant {
        let hash = try await hash(new)
        return try await store.write(on: credential.scope) { [self] transaction in
            var caller = try transaction.caller(credential, under: rules, for: .unlocked)
            guard !caller.account.hasPasscode else { throw Problem(.passcodeAlreadySet) }
            caller.account.passcodeEnabled = true
            return try replace(hash, .passcodeSet, &caller, client, in: transaction)
        }
    }

    /// Hashes a passcode on the workers, in the queue of the verifier.
    func hash(_ passcode: Passcode) async throws -> PasscodeHash {
        try await verifier.workers.permit().run { [hasher = verifier.hasher, salt = records.makeSalt()] in
            try hasher.hash(passcode, salt: salt)
        }
    }

    /// Sets the new passcode, ends other sessions and unlocks this one.
    func replace(
        _ hash: PasscodeHash, _ kind: ActivityKind, _ caller: inout Caller, _ client: ClientInfo,
        in transaction: Transaction
    ) throws -> SessionGrant {
        try replace(hash, kind, of: &caller.account, keeping: caller.session, client, in: transaction)
        return try unlock(&caller, in: transaction)
    }

    /// Sets the new passcode, and ends all sessions except one.
    func replace(
        _ hash: PasscodeHash, _ kind: ActivityKind, of account: inout Account, keeping session: Session?,
        _ client: ClientInfo, in transaction: Transaction
    ) throws {
        try records.setHash(hash, of: &account)
        account.changePasscodeVersion(keepingPasskeys: kind == .passcodeChanged)
        try transaction.accounts.update(account)
        try transaction.sessions.deleteAll(accountID: account.id, except: session?.id)
        try activity.record(kind, of: account, device: session?.deviceName, client: client, in: transaction)
    }

    /// Unlocks the session, rotates its tokens and, for an app, adds the recovery key.
    private func unlock(
        _ caller: inout Caller, language: String? = nil, in transaction: Transaction
    ) throws -> SessionGrant {
        let isBearer = caller.session.transport == .bearer
        let known = caller.account
        caller.account.language = known.language ?? language
        let recoveryKey = try records.recoveryKey(of: &caller.account)
        if caller.account != known { try transaction.accounts.update(caller.account) }
        caller.session.unlock(at: transaction.now)
        caller.session.passcodeVerifiedAt = transaction.now
        let secrets = try issuer.rotate(&caller.session, in: transaction)
        return SessionGrant(secrets: secrets, caller: caller, recoveryKey: isBearer ? recoveryKey : nil)
    }
}
