import Synchronization

/// Which troubles the log was told of lately: what refuses many requests is one line, and not one for each.
final class TroubleLog: Sendable {
    /// For how long a trouble that lasts is not told again.
    static let silence: Duration = .seconds(60)
    /// Codes are few. Should one be another each time, the log does not grow with it.
    static let limit = 32

    private let told = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Whether the log is to be told.
    func isNew(_ code: String, at now: ContinuousClock.Instant = .now) -> Bool {
        told.withLock { told in
            told = told.filter { now - $0.value < Self.silence }
            guard told[code] == nil, told.count < Self.limit else { return false }
            told[code] = now
            return true
        }
    }
}
