/// The state that determines whether a session is unlocked, for the gate and all other calls. To be read under the
/// team's rules.
struct SessionState: Equatable, Sendable {
    let settings: LockSettings
    let lastActiveAt: Timestamp
    let isLockPersisted: Bool
    let proof: Session.Proof

    /// Whether sessions of the account lock.
    func isPasscodeEnabled(under rules: TeamRules) -> Bool { settings.isPasscodeEnabled(under: rules) }

    /// Whether a passcode must be set first.
    func lacksPasscode(under rules: TeamRules) -> Bool { settings.lacksPasscode(under: rules) }

    func isLocked(under rules: TeamRules, at now: Timestamp) -> Bool {
        isLockPersisted || isIdle(under: rules, at: now) || awaitsPasscode(under: rules)
    }

    /// Whether an idle lock must be persisted, so that it does not disappear if the clock is set back.
    func needsPersistedLock(under rules: TeamRules, at now: Timestamp) -> Bool {
        !isLockPersisted && isIdle(under: rules, at: now)
    }

    /// Whether the session is idle: exactly at the timeout, and also after the clock was set back.
    private func isIdle(under rules: TeamRules, at now: Timestamp) -> Bool {
        let timeout: Duration = .minutes(settings.timeoutMinutes(under: rules))
        return settings.isPasscodeEnabled(under: rules)
            && (now - lastActiveAt >= timeout || lastActiveAt - now > Session.clockTolerance)
    }

    /// Whether a session that started without the now required passcode must verify it.
    private func awaitsPasscode(under rules: TeamRules) -> Bool {
        rules.passcode == .required && settings.isPasscodeEnabled(under: rules) && !proof.isVerified(under: rules)
    }
}

extension Session {
    func state(of account: Account) -> SessionState {
        SessionState(
            settings: account.lockSettings, lastActiveAt: lastActiveAt, isLockPersisted: lock != nil, proof: proof)
    }

    func isLocked(of account: Account, under rules: TeamRules, at now: Timestamp) -> Bool {
        state(of: account).isLocked(under: rules, at: now)
    }
}
