/// Runs blocking calls (files, hardware) on a queue of its own, so that they do not occupy the threads that Swift's
/// tasks share.
package actor BlockingQueue {
    private let executor: QueueExecutor

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ label: String) { executor = QueueExecutor(label) }

    /// Runs the call after those that were asked for earlier.
    package func perform<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value { try work() }
}
