/// A kind of act in the log of administration.
enum AdministrationAct: String, Codable, CaseIterable, Sendable {
    case added
    case removed
    case administratorGranted = "administrator_granted"
    case administratorRevoked = "administrator_revoked"
    case suspended
    case resumed
    /// One session was ended.
    case sessionEnded = "session_ended"
    case sessionsEnded = "sessions_ended"
    case resetRequired = "reset_required"
    case deviceShut = "device_shut"
    /// Of a new or existing account, by an operator.
    case passcodeImported = "passcode_imported"
}
