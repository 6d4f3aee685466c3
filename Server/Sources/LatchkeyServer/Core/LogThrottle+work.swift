import LatchkeyServerCore
import Logging

extension LogThrottle {
    /// Does work in the background. What it throws is logged, and not thrown.
    ///
    /// - Parameter name: Such as "sweeper".
    func run(_ name: String, _ work: () async throws -> Void) async {
        let startedAt = ContinuousClock.now
        do {
            try await work()
            noteSuccess(of: name, startedAt: startedAt)
        } catch {
            var metadata: Logger.Metadata = ["type": "\(type(of: error))"]
            // The texts of other errors may hold values.
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
