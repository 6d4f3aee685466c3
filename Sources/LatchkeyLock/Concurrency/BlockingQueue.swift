internal import Dispatch

/// A thread of its own for calls that block: files, hardware. Those that Swift's tasks share must go on meanwhile.
actor BlockingQueue {
    private let executor: QueueExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ label: String) { executor = QueueExecutor(label) }

    /// Makes the calls one after the other.
    func perform<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value { try work() }
}

/// Runs an actor's jobs on a queue.
private final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
