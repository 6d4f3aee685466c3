/// The number of connections of a pool by state, and of waiting jobs.
package struct PoolStatus: Sendable, Equatable {
    /// The number of open, unused connections.
    package var idle = 0
    /// The number of connections in use, before the deadline of their job.
    package var busy = 0
    /// The number of connections that wait for the response to COMMIT, after the caller got
    /// ``PostgresError/undecided(_:)``.
    package var parked = 0
    /// The number of connections that are being opened.
    package var opening = 0
    /// The number of waiting jobs.
    package var waiting = 0
}
