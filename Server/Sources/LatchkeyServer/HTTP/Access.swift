/// Who may make a call.
enum Access: Sendable {
    /// Anyone. A live session is known; one that has ended or cannot be read is ignored (V15).
    case open
    /// Anyone. The session is not looked up, unless by the endpoint itself.
    case anonymous
    /// Anyone who has a session; a locked session only where this says so.
    case session(openWhileLocked: Bool = false)
}
