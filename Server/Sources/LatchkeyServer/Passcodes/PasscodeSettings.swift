import LatchkeyAPI
import LatchkeyPasscode

/// Enables and disables the passcode, and sets the timeout and the language.
struct PasscodeSettings: Sendable {
    /// The change that is asked for; what is nil stays as it is.
    struct Change: Sendable {
        var isEnabled: Bool?
        var timeoutMinutes: Int?
        var language: String?

        /// Whether it loosens the lock, so that it takes the passcode where one is set.
        func needsPasscode(of account: Account) -> Bool {
            let disables = isEnabled == false && account.passcodeEnabled
            let lengthens = (timeoutMinutes ?? 0) > account.passcodeTimeoutMinutes
            return account.hasPasscode && (disables || lengthens)
        }
    }

    let dependencies: Dependencies
    let checks: PasscodeChecks
    let activity: ActivityLog

    func apply(
        _ change: Change, current: Passcode?, by credential: Credential, client: ClientInfo
    ) async throws -> User {
        let needsPasscode = try await dependencies.store.read { [self] repositories in
            let caller = try repositories.unlockedCaller(credential, at: dependencies.clock.now())
            try Self.demandPasscode(for: change, current, of: caller.account)
            return change.needsPasscode(of: caller.account)
        }
        // After the demand: a member that is missing is answered before one that cannot be used.
        _ = try Input.timeout(change.timeoutMinutes)
        if needsPasscode, let current {
            return try await checks.check(current, by: credential, client: client) { [self] success in
                try apply(change, to: &success.caller, client, in: success.repositories)
            }
        }
        return try await dependencies.store.write { [self] repositories in
            var caller = try repositories.unlockedCaller(credential, at: dependencies.clock.now())
            try Self.demandPasscode(for: change, nil, of: caller.account)
            return try apply(change, to: &caller, client, in: repositories)
        }
    }

    private static func demandPasscode(for change: Change, _ current: Passcode?, of account: Account) throws {
        guard current == nil, change.needsPasscode(of: account) else { return }
        throw Problem.invalidRequest("/current_passcode", "The current passcode is needed for this.")
    }

    private func apply(
        _ change: Change, to caller: inout Caller, _ client: ClientInfo, in repositories: Repositories
    ) throws -> User {
        let now = caller.now
        func record(_ kind: ActivityKind) throws {
            try activity.record(
                kind, of: caller.account, device: caller.session.deviceName, client: client, in: repositories, at: now)
        }
        if let minutes = change.timeoutMinutes, minutes != caller.account.passcodeTimeoutMinutes {
            try latchIdleSessions(of: caller, in: repositories)
            caller.account.passcodeTimeoutMinutes = minutes
            try record(.timeoutChanged)
        }
        if let language = change.language { caller.account.language = language }
        if let isEnabled = change.isEnabled, isEnabled != caller.account.passcodeEnabled {
            guard caller.account.hasPasscode else { throw Problem(.passcodeNotSet) }
            caller.account.passcodeEnabled = isEnabled
            caller.account.passcodeVersion += 1
            if isEnabled {
                try latchOtherSessions(of: caller, in: repositories)
            } else {
                try repositories.endSessions(of: caller.account, except: caller.session.id)
            }
            try record(isEnabled ? .passcodeEnabled : .passcodeDisabled)
        }
        // An enabled passcode times this session from now on.
        caller.session.lastActiveAt = now
        try repositories.sessions.update(caller.session)
        try repositories.accounts.update(caller.account)
        return caller.user
    }

    /// A longer timeout does not open what the shorter one has locked.
    private func latchIdleSessions(of caller: Caller, in repositories: Repositories) throws {
        for var session in try repositories.sessions.list(accountID: caller.account.id)
        where session.lock == nil && session.isIdle(under: caller.account, at: caller.now) {
            session.latch(.idle)
            try repositories.sessions.update(session)
        }
    }

    private func latchOtherSessions(of caller: Caller, in repositories: Repositories) throws {
        for var session in try repositories.sessions.list(accountID: caller.account.id)
        where session.id != caller.session.id {
            session.latch(.passcodeRequired)
            try repositories.sessions.update(session)
        }
    }
}
