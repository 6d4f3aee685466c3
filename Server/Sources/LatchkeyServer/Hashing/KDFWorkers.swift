import NIOPosix
import Synchronization

/// A pool of threads that limits concurrent hashing, so that it cannot exhaust the server.
///
/// ```swift
/// let permit = try await workers.permit()      // rejects overload before an attempt is spent
/// try await attempts.reserve()                 // committed
/// let isCorrect = try await permit.run { try hasher.verify(passcode, against: hash) }
/// ```
final class KDFWorkers: Sendable {
    /// A snapshot for metrics.
    struct Load: Sendable, Equatable {
        /// Maximum number of permits.
        let permits: Int
        let inUse: Int
        /// Requests waiting for a permit.
        let waiting: Int
        /// Requests rejected since the start: queue full, or over the deadline.
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
    ///   - threads: Number of concurrent evaluations, at least 1.
    ///   - ahead: Number of permits in addition to one per thread, at least 0. With one, the next attempt is reserved
    ///     while all threads run, so that they seldom wait for the disk.
    ///   - queueLimit: Maximum number of waiting requests, at least 0.
    ///   - deadline: Maximum wait.
    init(
        threads count: Int, ahead: Int = 0, queueLimit: Int, deadline: Duration = .seconds(1),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        precondition(count > 0 && ahead >= 0 && queueLimit >= 0, "the configuration rejects these earlier")
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

    /// Returns a permit after a wait of at most the deadline.
    func permit() async throws(KDFWorkersError) -> KDFPermit {
        guard !Task.isCancelled else { throw .cancelled }
        if let waiter = try queue.withLock({ queue throws(KDFWorkersError) in try queue.admit() }) {
            try await outcome(of: waiter).get()
        }
        return KDFPermit(of: self)
    }

    /// Rejects new work, fails all waiting requests, and returns when running work and the threads have ended.
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

    /// Returns a permit. Only `KDFPermit` calls this, like `perform`.
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
                // Released by the worker before the caller resumes, because a cancelled caller must not free it
                // earlier.
                self.releasePermit()
                continuation.resume(with: result)
            }
        }
    }
}

/// A permit for one evaluation. It is not copyable, so that it is returned exactly once: after `run`, by `release`, or
/// unused at the end of its scope.
struct KDFPermit: ~Copyable, Sendable {
    /// The pool; nil after a worker has accepted the permit.
    private var workers: KDFWorkers?

    init(of workers: KDFWorkers) {
        self.workers = workers
    }

    deinit {
        workers?.releasePermit()
    }

    /// Runs the work on its own thread and returns its result. Cancelling the task neither stops the work nor frees the
    /// permit earlier.
    consuming func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let workers = workers.take() else { throw KDFWorkersError.stopped }
        return try await workers.perform(work)
    }

    /// Returns the permit unused.
    consuming func release() {}
}

/// The reason why there is no permit, or why permitted work did not run. Nothing was evaluated.
enum KDFWorkersError: Error, Equatable {
    /// The queue is full, or the deadline has passed.
    case overloaded(retryAfter: Int)
    /// The waiting task was cancelled.
    case cancelled
    /// The server stops.
    case stopped
}
