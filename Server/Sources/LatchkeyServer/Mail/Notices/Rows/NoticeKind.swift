import LatchkeyAPI

/// The kind of an event that notifies the account's owner by email.
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
    case deviceShut = "device_shut"
    /// A session ended after ten consecutive failed attempts.
    case sessionEnded = "session_ended"
    case accountDeleted = "account_deleted"
    /// The address was changed; sent to the new one.
    case emailChanged = "email_changed"
    /// The address was changed; sent to the previous one.
    case emailReplaced = "email_replaced"
    case resumed
    case endedByAdmin = "ended_by_admin"
    case resetRequiredByAdmin = "reset_required_by_admin"
    case deviceShutByAdmin = "device_shut_by_admin"
    case administratorGranted = "administrator_granted"
    case administratorRevoked = "administrator_revoked"
    /// An administrator created the account and invited its owner.
    case invited

    /// Returns the notice with the event's name; nil for an event without one. The limiter of attempts itself sends the
    /// notice of an ended session.
    init?(_ kind: ActivityKind) {
        guard kind != .sessionEnded else { return nil }
        self.init(rawValue: kind.rawValue)
    }

    /// Whether an administrator caused it. Suspended users get these too, so that no act of an administrator is secret
    /// (V18).
    var isOfAdministrator: Bool {
        switch self {
        case .endedByAdmin, .resetRequiredByAdmin, .deviceShutByAdmin, .administratorGranted, .administratorRevoked:
            true
        case .signedIn, .passcodeSet, .passcodeChanged, .passcodeEnabled, .passcodeDisabled, .passcodeReset,
            .passcodeBlocked, .passkeyAdded, .passkeyRemoved, .deviceShut, .sessionEnded, .accountDeleted,
            .emailChanged, .emailReplaced, .resumed, .invited:
            false
        }
    }

    /// Whether "this wasn't me" also requires a reset: another user may know or have chosen the passcode, or has a
    /// passkey.
    var requiresReset: Bool {
        switch self {
        case .passcodeSet, .passcodeChanged, .passcodeDisabled, .passcodeReset, .passkeyAdded: true
        case .signedIn, .passcodeEnabled, .passcodeBlocked, .passkeyRemoved, .deviceShut, .sessionEnded,
            .accountDeleted, .emailChanged, .emailReplaced, .resumed, .endedByAdmin, .resetRequiredByAdmin,
            .deviceShutByAdmin, .administratorGranted, .administratorRevoked, .invited:
            false
        }
    }
}
