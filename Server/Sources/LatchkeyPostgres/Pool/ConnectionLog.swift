package import Logging
import Synchronization

/// Tells the log when a database cannot be reached, and when it is again: one line each for an outage, however many
/// pools notice it.
package final class ConnectionLog: Sendable {
    private struct State {
        var isOut = false
        var recoveredAt: ContinuousClock.Instant?
    }

    private let logger: Logger
    private let state = Mutex(State())

    package init(_ logger: Logger) {
        self.logger = logger
    }

    /// - Parameters:
    ///   - pooler: What the settings name in front of the database.
    ///   - triedAt: When the connection was asked for. Before the last recovery, it belongs to the outage that has
    ///     ended.
    func note(
        _ failure: ConnectionFailure, behind pooler: PostgresSettings.Pooler = .none, triedAt: ContinuousClock.Instant
    ) {
        let isNew = state.withLock { state in
            guard !state.isOut, state.recoveredAt.map({ triedAt > $0 }) ?? true else { return false }
            state.isOut = true
            return true
        }
        guard isNew else { return }
        var metadata: Logger.Metadata = ["code": "\(failure.state?.code ?? "-")", "reason": "\(failure.message)"]
        if let hint = failure.hint(behind: pooler) { metadata["hint"] = "\(hint)" }
        logger.error("no connection to the database", metadata: metadata)
    }

    func noteRecovery(at now: ContinuousClock.Instant = .now) {
        let hasEnded = state.withLock { state in
            defer { state.isOut = false }
            if state.isOut { state.recoveredAt = now }
            return state.isOut
        }
        if hasEnded { logger.notice("connected to the database again") }
    }
}
