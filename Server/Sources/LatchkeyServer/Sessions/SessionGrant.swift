import LatchkeyAPI

/// A session's new secrets, for the answer that hands them out.
struct SessionGrant: Sendable {
    let secrets: SessionSecrets
    let user: User
    /// Only for bearer sessions that gave the passcode.
    var recoveryKey: String?
    /// When the session ends.
    let expiresAt: Timestamp
    let now: Timestamp
}
