/// An account's lock settings, to be read under the team's rules.
struct LockSettings: Equatable, Sendable {
    private let hasPasscode: Bool
    private let isEnabled: Bool
    private let timeoutMinutes: Int

    /// Creates the lock settings from columns of an account.
    init(hasPasscode: Bool, isEnabled: Bool, timeoutMinutes: Int) {
        (self.hasPasscode, self.isEnabled, self.timeoutMinutes) = (hasPasscode, isEnabled, timeoutMinutes)
    }

    /// Whether sessions lock. A required passcode cannot be disabled.
    func isPasscodeEnabled(under rules: TeamRules) -> Bool {
        isEnabled || (hasPasscode && rules.passcode == .required)
    }

    /// Whether a passcode must be set first.
    func lacksPasscode(under rules: TeamRules) -> Bool { !hasPasscode && rules.passcode == .required }

    func timeoutMinutes(under rules: TeamRules) -> Int { min(timeoutMinutes, rules.longestTimeoutMinutes) }
}

extension Account {
    var lockSettings: LockSettings {
        LockSettings(hasPasscode: hasPasscode, isEnabled: passcodeEnabled, timeoutMinutes: passcodeTimeoutMinutes)
    }

    /// Whether sessions lock.
    func isPasscodeEnabled(under rules: TeamRules) -> Bool { lockSettings.isPasscodeEnabled(under: rules) }
    /// Whether a passcode must be set first.
    func lacksPasscode(under rules: TeamRules) -> Bool { lockSettings.lacksPasscode(under: rules) }
    func timeoutMinutes(under rules: TeamRules) -> Int { lockSettings.timeoutMinutes(under: rules) }
    func timeout(under rules: TeamRules) -> Duration { .minutes(timeoutMinutes(under: rules)) }
}
