import LatchkeyServerCore
import Logging

/// Logs an outage of the database once for all pools.
extension LogThrottle {
    /// Logs a failed connection, once for each outage.
    ///
    /// - Parameters:
    ///   - pooler: The pooler mode of the settings.
    ///   - triedAt: When the connection was requested.
    func note(_ failure: ConnectionFailure, behind pooler: PostgresSettings.Pooler = .none, triedAt: Instant) {
        guard beginsOutage(of: "connection", startedAt: triedAt, at: triedAt) else { return }
        var metadata: Logger.Metadata = ["code": "\(failure.state?.code ?? "-")", "reason": "\(failure.message)"]
        if let hint = failure.hint(behind: pooler) { metadata["hint"] = "\(hint)" }
        logger.error("no connection to the database", metadata: metadata)
    }

    func noteConnection(at now: Instant = .now) {
        if endsOutage(of: "connection", startedAt: now, at: now) {
            logger.notice("reconnected to the database")
        }
    }
}
