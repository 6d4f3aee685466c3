/// How often a passcode may be guessed.
enum AttemptLimits {
    /// The failure in a row that ends its session. NIST SP 800-63B-4, 3.2.10 allows ten.
    static let perSession = 10
    /// The failure in a row, over all sessions, after which only a reset by mail helps.
    static let perAccount = 30
    /// A reservation that is not settled by then is a failure.
    static let settleWithin: Duration = .seconds(10)

    /// Returns how long a session waits after its n-th failure in a row: zero up to the third, then 30 s, doubled each
    /// time.
    static func wait(afterFailure count: Int) -> Duration {
        count < 4 || count >= perSession ? .zero : .seconds(30 << (count - 4))
    }

    /// Returns how many attempts are left to the session before it ends.
    static func remaining(sessionFailures: Int, accountFailures: Int) -> Int {
        max(0, min(perSession - sessionFailures, perAccount - accountFailures))
    }
}
