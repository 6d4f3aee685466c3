import LatchkeyAPI

/// The state of a session that an endpoint requires.
enum SessionRequirement: Sendable {
    /// It has not ended.
    case live
    /// The same, and that it is not locked.
    case unlocked
    /// The same, and that its account has a passcode where the team requires one.
    case ready
}

extension Caller {
    /// Returns the problem of a session that does not meet the requirement; nil if it does.
    func refusal(of requirement: SessionRequirement) -> Problem? {
        switch requirement {
        case .live: nil
        case .unlocked: isLocked ? Problem(.locked) : nil
        case .ready: refusal(of: .unlocked) ?? (lacksPasscode ? Problem(.passcodeRequired) : nil)
        }
    }
}
