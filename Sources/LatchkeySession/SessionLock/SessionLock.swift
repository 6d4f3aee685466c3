/// A lock between all tasks and processes that share a session, for exclusive use of the refresh token.
///
/// Without it two tasks would use the same token, and one of the two new tokens would be lost.
public protocol SessionLock: Sendable {
    /// Waits for the lock, which is held until `release()` of the result. It is released when the process ends.
    ///
    /// Throws `SessionError.cancelled` if the waiting task is cancelled, and `SessionError.sessionLock` if the lock
    /// cannot be acquired.
    func acquire() async throws(SessionError) -> any HeldSessionLock
}

/// A session lock that a task holds.
public protocol HeldSessionLock: Sendable {
    /// Releases the lock for the next task.
    func release() async
}
