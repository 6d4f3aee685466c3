/// A logged change of a row about attempts.
struct RowChange: Sendable {
    enum Kind: String, Sendable {
        case reserved, removed, account, deleted, begun, session, ended
    }

    let kind: Kind
    /// The ID of the attempt or session; empty for an account.
    let id: String
    /// The session of a reserved attempt.
    let sessionID: String
    /// The failures of the account or session.
    let failures: (old: Int, new: Int)
    /// Whether the version of the passcode or of the session's lock has changed.
    let isOtherVersion: Bool
    /// Whether the account now requires a reset, or the session is locked.
    let isClosed: Bool
}
