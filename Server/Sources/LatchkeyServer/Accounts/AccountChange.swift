/// A change of an account by an operator or an administrator.
public enum AccountChange: CaseIterable, Sendable {
    /// Ends all sessions.
    case endSessions
    /// Deletes the passcode, so that it must be reset. Ends all sessions.
    case requireReset
    /// Ends all sessions, and prevents new ones and emails.
    case suspend
    /// Ends a suspension. The passcode is unchanged.
    case resume
    /// Makes the account an administrator.
    case grant
    /// Makes an administrator a member.
    case revoke
}

/// A change that does not apply to an account.
public enum AccountChangeError: Error, Equatable, Sendable {
    /// There is no passcode to reset.
    case passcodeNotSet
    /// No other administrator could act for the team.
    case lastAdministrator
    /// Administrators do not administer themselves.
    case ownAccount
    /// The team's provider decides who is an administrator.
    case roleOfProvider
}

extension AccountChangeError: CustomStringConvertible {
    /// The message for the operator.
    public var description: String {
        switch self {
        case .passcodeNotSet: "The account has no passcode to reset."
        case .lastAdministrator: "This is the last administrator. Grant the role to another account first."
        case .ownAccount: "Administrators cannot change their own account. Ask another administrator."
        case .roleOfProvider:
            "The provider decides on this role, by the claim in LATCHKEY_IDENTITY_ADMINISTRATORS. Change it there."
        }
    }
}
