import LatchkeyServerCore
import Logging

extension LogThrottle {
    /// Runs background work. Logs its errors instead of throwing them.
    ///
    /// - Parameter name: The name of the work in messages, such as "sweeper".
    func run(_ name: String, _ work: () async throws -> Void) async {
        let startedAt = ContinuousClock.now
        do {
            try await work()
            noteSuccess(of: name, startedAt: startedAt)
        } catch {
            var metadata: Logger.Metadata = ["type": "\(type(of: error))"]
            // Descriptions of other errors may contain values.
            if let error = error as? StoreError { metadata["reason"] = "\(error)" }
            noteFailure(of: name, metadata, startedAt: startedAt)
        }
    }

    func noteFailure(of work: String, _ metadata: Logger.Metadata, startedAt: Instant) {
        if beginsOutage(of: work, startedAt: startedAt) { logger.warning("\(work) stopped", metadata: metadata) }
    }

    func noteSuccess(of work: String, startedAt: Instant) {
        if endsOutage(of: work, startedAt: startedAt) { logger.notice("\(work) works again") }
    }
}
