/// Who may make a call.
enum Access: Sendable {
    /// Anybody; a live session is known, a dead one ignored, and one that cannot be read too (V15).
    case open
    /// Anybody; the session is not looked up, unless by the endpoint itself.
    case unasked
    /// Whoever has a session, and, where so said, also while it is locked.
    case session(openWhileLocked: Bool = false)
}
