/// A change of a row about attempts, as the database has logged it.
struct RowChange: Sendable {
    enum Kind: String, Sendable {
        case reserved, removed, account, deleted, begun, session, ended
    }

    let kind: Kind
    /// Of the attempt or session; empty for an account.
    let id: String
    /// Of an attempt that was reserved.
    let sessionID: String
    /// Of the account or session.
    let failures: (old: Int, new: Int)
    /// Whether the passcode's version is another now, or that of the session's lock.
    let isOtherVersion: Bool
    /// Whether the account must be reset now, or the session is locked.
    let isClosed: Bool
}
