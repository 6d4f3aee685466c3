import Logging
import Synchronization

/// Tells the log when work in the background fails, and when it succeeds again: one line each, however often it is
/// tried meanwhile, and by how many tasks.
final class OutageLog: Sendable {
    private struct State {
        /// When the first failure was noted; nil while the work succeeds.
        var failedAt: ContinuousClock.Instant?
        var recoveredAt: ContinuousClock.Instant?
    }

    private let work: String
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameter work: Its name, such as "sweeper".
    init(_ work: String, logger: Logger) {
        self.work = work
        self.logger = logger
    }

    /// Does the work. What it throws is logged, and not thrown.
    func run(_ work: () async throws -> Void) async {
        let startedAt = ContinuousClock.now
        do {
            try await work()
            noteSuccess(startedAt: startedAt)
        } catch {
            note(error, startedAt: startedAt)
        }
    }

    /// - Parameter startedAt: When the work began. What began before the last recovery belongs to the outage that has
    ///   ended.
    func note(_ error: any Error, startedAt: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now) {
        var metadata: Logger.Metadata = ["type": "\(type(of: error))"]
        // The texts of other errors may hold values.
        if let error = error as? StoreError { metadata["reason"] = "\(error)" }
        note(metadata, startedAt: startedAt, at: now)
    }

    /// - Parameter metadata: What the log is told of the failure.
    func note(
        _ metadata: Logger.Metadata, startedAt: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now
    ) {
        let isNew = state.withLock { state in
            guard state.failedAt == nil, state.recoveredAt.map({ startedAt > $0 }) ?? true else { return false }
            state.failedAt = now
            return true
        }
        guard isNew else { return }
        logger.warning("\(work) stopped", metadata: metadata)
    }

    /// - Parameter startedAt: When the work began. What began before the outage does not end it.
    func noteSuccess(startedAt: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now) {
        let hasEnded = state.withLock { state in
            guard let failedAt = state.failedAt, startedAt > failedAt else { return false }
            state.failedAt = nil
            state.recoveredAt = now
            return true
        }
        if hasEnded { logger.notice("\(work) works again") }
    }
}
