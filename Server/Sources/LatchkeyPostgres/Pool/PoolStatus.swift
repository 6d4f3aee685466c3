/// The connections of a pool at one moment, and the work that waits for them.
package struct PoolStatus: Sendable, Equatable {
    /// Open, and free.
    package var idle = 0
    /// At work within its deadline.
    package var busy = 0
    /// Waiting for the answer to a COMMIT, whose caller was told that it is undecided.
    package var parked = 0
    /// Being made.
    package var opening = 0
    /// The jobs that wait.
    package var waiting = 0
}
