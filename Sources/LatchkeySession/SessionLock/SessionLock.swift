/// Lets one task at a time use the refresh token, among all tasks and processes that share a session.
///
/// Without it two would use the same token, and one of the two new ones would be lost.
public protocol SessionLock: Sendable {
    /// Waits for the lock, which is held until `release()` of what is returned. A process that ends releases it.
    ///
    /// Throws `SessionError.cancelled` when the waiting task is cancelled, and `SessionError.sessionLock` when the lock
    /// cannot be acquired.
    func acquire() async throws(SessionError) -> any HeldSessionLock
}

/// A session lock that a task holds.
public protocol HeldSessionLock: Sendable {
    /// Lets the next task have the lock.
    func release() async
}
