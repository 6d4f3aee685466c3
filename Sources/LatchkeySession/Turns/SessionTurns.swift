/// Lets one at a time use a refresh token, of all tasks and processes that share a session.
///
/// Without it two would use the same token, and one of the two new ones would be lost.
public protocol SessionTurns: Sendable {
    /// Waits for the turn, which lasts until `end()` of what is returned. The turn of a process that dies ends with it.
    ///
    /// Throws `SessionError.cancelled` when the waiting task is cancelled, and `SessionError.turns` when the turn cannot
    /// be had.
    func begin() async throws(SessionError) -> any SessionTurn
}

/// A turn under way.
public protocol SessionTurn: Sendable {
    /// Lets the next one in.
    func end() async
}
