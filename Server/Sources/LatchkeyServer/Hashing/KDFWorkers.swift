import NIOPosix
import Synchronization

/// Bounds how often the KDF runs at once, so that it cannot be used to exhaust the server.
///
/// ```swift
/// let permit = try await workers.permit()      // sheds load before an attempt is spent
/// try await attempts.reserve()                 // committed
/// let isCorrect = try await permit.run { try hasher.verify(passcode, against: hash) }
/// ```
final class KDFWorkers: Sendable {
    /// A snapshot for metrics.
    struct Load: Sendable, Equatable {
        /// How many may hash at once.
        let permits: Int
        let inUse: Int
        /// Those that are made ready to hash next among them.
        let waiting: Int
        /// Requests refused since the start: queue full, or over the deadline.
        let shed: Int
    }

    private let queue: Mutex<KDFQueue>
    private let count: Int
    private let deadline: Duration
    private let clock: any Clock<Duration>
    private let threads: NIOThreadPool

    /// Starts the threads; `shutdown()` ends them.
    ///
    /// - Parameters:
    ///   - threads: how often the KDF runs at once, at least 1.
    ///   - ahead: how many permits there are beside one a thread, at least 0. With one, the next attempt is reserved
    ///     while all threads run, which then seldom wait for the disk; its run begins when a thread is free.
    ///   - queueLimit: how many may wait for a permit, at least 0.
    ///   - deadline: how long they wait.
    init(
        threads count: Int, ahead: Int = 0, queueLimit: Int, deadline: Duration = .seconds(1),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        precondition(count > 0 && ahead >= 0 && queueLimit >= 0, "the configuration refuses these before")
        queue = Mutex(KDFQueue(permits: count + ahead, queueLimit: queueLimit))
        self.count = count
        self.deadline = deadline
        self.clock = clock
        threads = NIOThreadPool(numberOfThreads: count)
        threads.start()
    }

    var load: Load {
        queue.withLock { queue in
            let hashing = min(queue.inUse, count)
            return Load(
                permits: count, inUse: hashing, waiting: queue.waiting + queue.inUse - hashing, shed: queue.shed)
        }
    }

    /// Returns a permit, after a wait of at most the deadline.
    func permit() async throws(KDFWorkersError) -> KDFPermit {
        guard !Task.isCancelled else { throw .cancelled }
        if let waiter = try queue.withLock({ queue throws(KDFWorkersError) in try queue.admit() }) {
            try await outcome(of: waiter).get()
        }
        return KDFPermit(of: self)
    }

    /// Refuses new work, wakes all who wait, and returns when running work has ended and the threads are gone.
    func shutdown() async throws {
        queue.withLock { $0.stop() }.forEach(wake)
        try await threads.shutdownGracefully()
    }

    private func outcome(of waiter: KDFQueue.WaiterID) async -> KDFQueue.Outcome {
        let timer = Task { [clock, deadline] in
            try await clock.sleep(for: deadline)
            change { $0.expire(waiter) }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { $0.suspend(waiter, with: continuation) }
            }
        } onCancel: {
            change { $0.cancel(waiter) }
        }
    }

    private func change(_ body: (inout KDFQueue) -> KDFQueue.Wakeup?) {
        if let wakeup = queue.withLock({ body(&$0) }) { wake(wakeup) }
    }

    private func wake(_ wakeup: KDFQueue.Wakeup) {
        wakeup.continuation.resume(returning: wakeup.outcome)
    }

    /// For `KDFPermit` alone, as is `perform`.
    func releasePermit() {
        change { $0.release() }
    }

    func perform<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            threads.submit { state in
                let result = Result {
                    guard case .active = state else { throw KDFWorkersError.stopped }
                    return try work()
                }
                // By the worker, and before the caller resumes: a caller that is gone cannot free it earlier.
                self.releasePermit()
                continuation.resume(with: result)
            }
        }
    }
}

/// The right to evaluate the KDF once. It cannot be copied, so it goes back exactly once: after `run`, by `release`,
/// or when it goes out of scope unused.
struct KDFPermit: ~Copyable, Sendable {
    /// Nil once the worker has taken over.
    private var workers: KDFWorkers?

    init(of workers: KDFWorkers) {
        self.workers = workers
    }

    deinit {
        workers?.releasePermit()
    }

    /// Runs the work on a thread of its own and returns what it returns. Cancelling the task neither stops the work
    /// nor frees the permit before the work has ended, and this call returns only then.
    consuming func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let workers = workers.take() else { throw KDFWorkersError.stopped }
        return try await workers.perform(work)
    }

    /// Gives the permit back unused.
    consuming func release() {}
}

/// The reason why there is no permit, or why permitted work did not run. In no case was anything evaluated.
enum KDFWorkersError: Error, Equatable {
    /// The queue is full, or the wait was longer than the deadline.
    case overloaded(retryAfter: Int)
    /// The waiting task was cancelled and has left the queue.
    case cancelled
    /// The server stops.
    case stopped
}
