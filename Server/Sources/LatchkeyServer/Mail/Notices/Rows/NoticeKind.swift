import LatchkeyAPI

/// An event that an account's owner is told of by mail.
enum NoticeKind: String, Codable, CaseIterable, Sendable {
    case signedIn = "signed_in"
    case passcodeSet = "passcode_set"
    case passcodeChanged = "passcode_changed"
    case passcodeEnabled = "passcode_enabled"
    case passcodeDisabled = "passcode_disabled"
    case passcodeReset = "passcode_reset"
    case passcodeBlocked = "passcode_blocked"
    case passkeyAdded = "passkey_added"
    case passkeyRemoved = "passkey_removed"
    /// By ten wrong passcodes in a row.
    case sessionEnded = "session_ended"
    case accountDeleted = "account_deleted"
    /// To the account's new address.
    case emailChanged = "email_changed"
    /// To the address that the account had before.
    case emailReplaced = "email_replaced"
    case resumed
    case endedByAdmin = "ended_by_admin"
    case resetRequiredByAdmin = "reset_required_by_admin"

    /// Returns nil for an event about which the owner gets no mail.
    init?(_ kind: ActivityKind) {
        switch kind {
        case .signedIn: self = .signedIn
        case .passcodeSet: self = .passcodeSet
        case .passcodeChanged: self = .passcodeChanged
        case .passcodeEnabled: self = .passcodeEnabled
        case .passcodeDisabled: self = .passcodeDisabled
        case .passcodeReset: self = .passcodeReset
        case .passcodeBlocked: self = .passcodeBlocked
        case .passkeyAdded: self = .passkeyAdded
        case .passkeyRemoved: self = .passkeyRemoved
        case .emailChanged: self = .emailChanged
        case .resumed: self = .resumed
        case .endedByAdmin: self = .endedByAdmin
        case .resetRequiredByAdmin: self = .resetRequiredByAdmin
        case .signedOut, .sessionEnded, .passcodeResetRequested, .passcodeFailed, .unlockedAfterFailures,
            .timeoutChanged, .disowned, .suspended:
            return nil
        }
    }

    /// Whether "this wasn't me" also puts the account into *reset required*: after these, another person may
    /// know the passcode, has chosen it, or has a passkey.
    var requiresReset: Bool {
        switch self {
        case .passcodeSet, .passcodeChanged, .passcodeDisabled, .passcodeReset, .passkeyAdded: true
        case .signedIn, .passcodeEnabled, .passcodeBlocked, .passkeyRemoved, .sessionEnded, .accountDeleted,
            .emailChanged, .emailReplaced, .resumed, .endedByAdmin, .resetRequiredByAdmin:
            false
        }
    }
}
