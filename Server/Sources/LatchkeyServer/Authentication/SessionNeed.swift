import LatchkeyAPI

/// What a call needs of the session that makes it.
enum SessionNeed: Sendable {
    /// That it has not ended.
    case live
    /// The same, and that it is not locked.
    case unlocked
    /// The same, and that its account has a passcode where the team requires one.
    case ready
}

extension Caller {
    /// Returns why the session may not make such a call; nil when it may.
    func refusal(of need: SessionNeed) -> Problem? {
        switch need {
        case .live: nil
        case .unlocked: isLocked ? Problem(.locked) : nil
        case .ready: refusal(of: .unlocked) ?? (lacksPasscode ? Problem(.passcodeRequired) : nil)
        }
    }
}
