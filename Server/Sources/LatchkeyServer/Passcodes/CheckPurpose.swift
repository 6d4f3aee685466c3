/// The purpose of a check, which decides who may ask and what is required before an attempt is spent.
enum CheckPurpose: Sendable {
    /// To open the session.
    case unlock
    /// To set another passcode.
    case changePasscode
    /// To disable the passcode, or to lengthen the timeout.
    case changeSettings
    case deleteAccount

    /// Whether a locked session may ask.
    var isOpenWhileLocked: Bool { self == .unlock }

    /// Whether the effect hands out the account's recovery key, which must then be readable.
    var needsRecoveryKey: Bool { self == .unlock || self == .changePasscode }

    /// The allowance that the effect uses.
    var allowance: KeyPath<Session, Timestamp?>? {
        switch self {
        case .unlock, .deleteAccount: nil
        case .changePasscode: \.passcodeChangesUsedUntil
        case .changeSettings: \.changesUsedUntil
        }
    }
}
