/// The number of connections of a pool by state, and of waiting jobs.
package struct PoolStatus: Sendable, Equatable {
    /// Open and unused.
    package var idle = 0
    /// In use, before the deadline.
    package var busy = 0
    /// Waiting for the response to COMMIT, after the caller got ``PostgresError/undecided(_:)``.
    package var parked = 0
    /// Being opened.
    package var opening = 0
    /// Waiting jobs.
    package var waiting = 0
}
