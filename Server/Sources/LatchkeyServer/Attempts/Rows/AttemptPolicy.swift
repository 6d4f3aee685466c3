/// The limits of passcode attempts.
enum AttemptPolicy {
    /// Consecutive failures that end a session. NIST SP 800-63B-4, 3.2.10 allows ten.
    static let perSession = 10
    /// Consecutive failures, over all sessions, after which the account requires a reset.
    static let perAccount = 30
    /// The time after which an unsettled reservation is a failure.
    static let settleWithin: Duration = .seconds(10)
    /// The time to finish the last possible attempt with an unlock key, after which the key is destroyed.
    static let finishLastWithin: Duration = .seconds(60)

    /// Returns the delay after the n-th consecutive failure: none up to the third, then 30 s, doubled each time.
    static func wait(afterFailure count: Int) -> Duration {
        count < 4 || count >= perSession ? .zero : .seconds(30 << (count - 4))
    }

    /// Returns the session's remaining attempts.
    static func remaining(sessionFailures: Int, accountFailures: Int) -> Int {
        max(0, min(perSession - sessionFailures, perAccount - accountFailures))
    }
}
