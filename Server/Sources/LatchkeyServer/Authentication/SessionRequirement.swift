import LatchkeyAPI

/// The state of a session that an endpoint requires.
enum SessionRequirement: Sendable {
    /// Not ended.
    case live
    /// Not ended and not locked.
    case unlocked
    /// Not ended, not locked, and with a passcode if the team requires one.
    case ready
    /// Ready, and of an administrator.
    case administrator
}

extension Caller {
    /// Returns the problem if the session does not meet the requirement; nil if it does.
    func rejection(of requirement: SessionRequirement) -> Problem? {
        switch requirement {
        case .live: nil
        case .unlocked: isLocked ? Problem(.locked) : nil
        case .ready: rejection(of: .unlocked) ?? (lacksPasscode ? Problem(.passcodeRequired) : nil)
        case .administrator:
            rejection(of: .ready) ?? (account.isAdministrator ? nil : Problem(.notAdministrator))
        }
    }
}
