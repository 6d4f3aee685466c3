/// Who may make a call.
enum Access: Sendable {
    /// Anybody; a live session is known, a dead one ignored.
    case open
    /// Whoever has a session, and, where so said, also while it is locked.
    case session(openWhileLocked: Bool = false)
}
