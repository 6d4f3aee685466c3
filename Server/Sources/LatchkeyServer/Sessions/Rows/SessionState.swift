/// All that decides whether a session is open, for the gate as for every other call. It is not read
/// but under the team's rules.
struct SessionState: Equatable, Sendable {
    private let settings: LockSettings
    private let lastActiveAt: Timestamp
    private let isLatched: Bool
    private let passcodeGivenAt: Timestamp?
    private let passkeyGivenAt: Timestamp?

    /// - Parameters: As the rows of the session and of its account have them.
    init(
        settings: LockSettings, lastActiveAt: Timestamp, isLatched: Bool, passcodeGivenAt: Timestamp?,
        passkeyGivenAt: Timestamp?
    ) {
        (self.settings, self.lastActiveAt) = (settings, lastActiveAt)
        (self.isLatched, self.passcodeGivenAt) = (isLatched, passcodeGivenAt)
        self.passkeyGivenAt = passkeyGivenAt
    }

    /// Whether sessions of the account lock.
    func isPasscodeEnabled(under rules: TeamRules) -> Bool { settings.isPasscodeEnabled(under: rules) }

    /// Whether a passcode must be set before anything else.
    func lacksPasscode(under rules: TeamRules) -> Bool { settings.lacksPasscode(under: rules) }

    func isLocked(under rules: TeamRules, at now: Timestamp) -> Bool {
        isLatched || isIdle(under: rules, at: now) || awaitsPasscode(under: rules)
    }

    /// Whether it is idle and not latched yet: a lock that was seen must not open again when the clock goes back.
    func needsLatch(under rules: TeamRules, at now: Timestamp) -> Bool { !isLatched && isIdle(under: rules, at: now) }

    /// Exactly at the timeout counts as idle, and so does a clock that went back: any doubt locks.
    func isIdle(under rules: TeamRules, at now: Timestamp) -> Bool {
        let timeout: Duration = .minutes(settings.timeoutMinutes(under: rules))
        return settings.isPasscodeEnabled(under: rules)
            && (now - lastActiveAt >= timeout || lastActiveAt - now > Session.clockTolerance)
    }

    /// Where the team requires the passcode, a session from before, which began without it, has to give it. A passkey,
    /// which takes a passcode to be added, will do.
    private func awaitsPasscode(under rules: TeamRules) -> Bool {
        rules.passcode == .required && settings.isPasscodeEnabled(under: rules) && passcodeGivenAt == nil
            && (passkeyGivenAt == nil || !rules.arePasskeysOn)
    }
}

extension Session {
    func state(of account: Account) -> SessionState {
        SessionState(
            settings: account.lockSettings, lastActiveAt: lastActiveAt, isLatched: lock != nil,
            passcodeGivenAt: passcodeGivenAt, passkeyGivenAt: passkeyGivenAt)
    }

    func isLocked(of account: Account, under rules: TeamRules, at now: Timestamp) -> Bool {
        state(of: account).isLocked(under: rules, at: now)
    }

    func isIdle(of account: Account, under rules: TeamRules, at now: Timestamp) -> Bool {
        state(of: account).isIdle(under: rules, at: now)
    }
}
