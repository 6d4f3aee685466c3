/// A queue for blocking calls (files, hardware), so that they do not occupy the threads of Swift's tasks.
package actor BlockingQueue {
    private let executor: QueueExecutor

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ label: String) { executor = QueueExecutor(label) }

    /// Runs the call after all earlier calls.
    package func perform<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value { try work() }
}
