import LatchkeyServerCore
import Logging

/// An outage of a database is one message, however many pools notice it.
extension LogThrottle {
    /// - Parameters:
    ///   - pooler: What the settings name in front of the database.
    ///   - triedAt: When the connection was requested.
    func note(_ failure: ConnectionFailure, behind pooler: PostgresSettings.Pooler = .none, triedAt: Instant) {
        guard beginsOutage(of: "connection", startedAt: triedAt, at: triedAt) else { return }
        var metadata: Logger.Metadata = ["code": "\(failure.state?.code ?? "-")", "reason": "\(failure.message)"]
        if let hint = failure.hint(behind: pooler) { metadata["hint"] = "\(hint)" }
        logger.error("no connection to the database", metadata: metadata)
    }

    func noteConnection(at now: Instant = .now) {
        if endsOutage(of: "connection", startedAt: now, at: now) {
            logger.notice("connected to the database again")
        }
    }
}
