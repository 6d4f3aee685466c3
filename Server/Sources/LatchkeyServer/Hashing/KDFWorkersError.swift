/// Why there is no permit, or why permitted work did not run. In no case has anything been evaluated.
enum KDFWorkersError: Error, Equatable {
    /// The queue is full, or the wait was longer than the deadline.
    case overloaded(retryAfter: Int)
    /// The waiting task was cancelled and has left the queue.
    case cancelled
    /// The server stops.
    case stopped
}
