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
