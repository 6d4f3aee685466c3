import LatchkeyAPI
import LatchkeyPasscode

/// The settings of the passcode: enabled, timeout, language and time zone.
struct PasscodeSettings: Sendable {
    /// A change of settings; nil members stay unchanged.
    struct Change: Sendable {
        var isEnabled: Bool?
        var timeoutMinutes: Int?
        var language: String?
        var timeZone: String?

        /// Whether the change weakens the lock, and so requires the passcode.
        func needsPasscode(of account: Account, under rules: TeamRules) -> Bool {
            let disables = isEnabled == false && account.isPasscodeEnabled(under: rules)
            let lengthens = (timeoutMinutes ?? 0) > account.timeoutMinutes(under: rules)
            return account.hasPasscode && (disables || lengthens)
        }
    }

    let store: any Store
    let verifier: PasscodeVerifier
    let activity: ActivityLog
    let rules: TeamRules

    func apply(
        _ change: Change, current: Passcode?, by authentication: Authentication, client: ClientInfo
    ) async throws -> Caller {
        let account = authentication.caller.account
        if change.isEnabled == false, rules.passcode == .required { throw Problem(.passcodeRequired) }
        try demandPasscode(for: change, current, of: account)
        // After the passcode, because missing members are reported before invalid ones.
        if let minutes = change.timeoutMinutes, !rules.timeouts.contains(minutes) {
            throw Problem.invalidTimeout(allowed: rules.timeouts)
        }
        if let current, change.needsPasscode(of: account, under: rules) {
            return try await verifier.check(current, for: .changeSettings, by: authentication, client: client) {
                [self] success in
                try apply(change, to: &success.caller, client, in: success.transaction)
            }
        }
        return try await store.write(on: authentication.credential.scope) { [self] transaction in
            var caller = try transaction.caller(authentication.credential, under: rules, for: .ready)
            try demandPasscode(for: change, nil, of: caller.account)
            return try apply(change, to: &caller, client, in: transaction)
        }
    }

    private func demandPasscode(for change: Change, _ current: Passcode?, of account: Account) throws {
        guard current == nil, change.needsPasscode(of: account, under: rules) else { return }
        throw Problem.invalidRequest("/current_passcode", "The current passcode is required.")
    }

    private func apply(
        _ change: Change, to caller: inout Caller, _ client: ClientInfo, in transaction: Transaction
    ) throws -> Caller {
        let now = transaction.now
        let isEnabled = change.isEnabled.flatMap { $0 == caller.account.passcodeEnabled ? nil : $0 }
        guard isEnabled == nil || caller.account.hasPasscode else { throw Problem(.passcodeNotSet) }
        try SessionAllowance.use(&caller.session.changesUsedUntil, at: now)
        if let minutes = change.timeoutMinutes, minutes != caller.account.passcodeTimeoutMinutes {
            // A longer timeout does not unlock an idle session.
            if caller.account.isPasscodeEnabled(under: rules) {
                try transaction.sessions.lockIdle(
                    accountID: caller.account.id, timeout: caller.account.timeout(under: rules), at: now)
            }
            caller.account.passcodeTimeoutMinutes = minutes
            try activity.record(.timeoutChanged, by: caller, client: client, in: transaction)
        }
        if let language = change.language { caller.account.language = language }
        if let timeZone = change.timeZone { caller.account.timeZone = timeZone }
        if let isEnabled {
            caller.account.passcodeEnabled = isEnabled
            caller.account.changePasscodeVersion()
            if isEnabled {
                try transaction.sessions.lockAll(accountID: caller.account.id, except: caller.session.id)
            } else {
                try transaction.sessions.deleteAll(accountID: caller.account.id, except: caller.session.id)
            }
            try activity.record(
                isEnabled ? .passcodeEnabled : .passcodeDisabled, by: caller, client: client, in: transaction)
        }
        // The timeout starts when the passcode is enabled.
        caller.session.lastActiveAt = now
        try transaction.sessions.update(caller.session)
        try transaction.accounts.update(caller.account)
        return caller
    }
}
