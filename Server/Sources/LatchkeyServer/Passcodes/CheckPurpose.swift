/// The purpose of a verification, which determines who may request it and its preconditions.
enum CheckPurpose: Sendable {
    /// Unlocks the session.
    case unlock
    /// Sets another passcode.
    case changePasscode
    /// Disables the passcode, or extends the timeout.
    case changeSettings
    case deleteAccount
    /// Destroys the server's share of a device's vault.
    case shutDevice

    /// Whether a locked session may request it.
    var isOpenWhileLocked: Bool { self == .unlock }

    /// Whether the effect returns the recovery key, which must be readable.
    var needsRecoveryKey: Bool { self == .unlock || self == .changePasscode }

    /// The rate limit of the effect.
    var allowance: KeyPath<Session, Timestamp?>? {
        switch self {
        case .unlock, .deleteAccount, .shutDevice: nil
        case .changePasscode: \.passcodeChangesUsedUntil
        case .changeSettings: \.changesUsedUntil
        }
    }
}
