import LatchkeyAPI

/// The state of a session that an endpoint requires.
enum SessionRequirement: Sendable {
    /// The session has not ended.
    case live
    /// The session has not ended and is not locked.
    case unlocked
    /// The session has not ended, is not locked, and has a passcode if the team requires one.
    case ready
    /// The session is ready, and its account is an administrator.
    case administrator
}

extension Caller {
    /// Returns the caller. Throws if it does not meet the requirement.
    func meeting(_ requirement: SessionRequirement) throws -> Caller {
        if let problem = rejection(of: requirement) { throw problem }
        return self
    }

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
