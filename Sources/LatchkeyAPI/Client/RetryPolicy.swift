/// How often and for how long the client repeats a call that is safe to repeat.
///
/// What is repeated, and after which failures:
/// - `me`, `sessions`, `activity`, health, `lock`, `logout` and ending all other sessions: no connection, a lost
///   response, 502, 503 and 504.
/// - `refresh`: the same, once, and within ``refreshWindow``.
/// - `magic-link` and its `verify`, `reset-passcode-request`, settings without a passcode, ending one session,
///   `disown`, and deleting an account without a passcode: no connection, and the server's own 503, after which nothing
///   was spent.
/// - `verify-passcode`, `set-passcode`, `reset-passcode`, and every call with `current_passcode`: never.
///
/// The client waits as long as `Retry-After` says. If that is longer than the remaining time, the call fails at once,
/// and the error has the wait.
public struct RetryPolicy: Equatable, Sendable {
    /// How often a call is sent at most.
    public var attempts: Int
    /// The limit for a call with all its attempts and waits.
    public var totalTime: Duration
    /// The wait after the first failure when the server names none; doubled after each further one.
    public var firstDelay: Duration

    /// A refresh is repeated no later than this after it was first sent: the server accepts the previous token for 30
    /// seconds, and the answer needs time to arrive.
    public static let refreshWindow = Duration.seconds(20)

    /// Three attempts in 20 seconds, half a second after the first.
    public static let standard = RetryPolicy(attempts: 3, totalTime: .seconds(20), firstDelay: .milliseconds(500))
    /// Every call is sent once.
    public static let none = RetryPolicy(attempts: 1, totalTime: .seconds(20), firstDelay: .zero)

    public init(attempts: Int, totalTime: Duration, firstDelay: Duration) {
        (self.attempts, self.totalTime, self.firstDelay) = (attempts, totalTime, firstDelay)
    }
}

extension RetryPolicy {
    /// How long a call's attempts may take together.
    func budget(of repetition: Repetition) -> Duration {
        repetition == .refresh ? min(totalTime, Self.refreshWindow) : totalTime
    }

    /// The wait before the next attempt; nil when there is no further attempt.
    func delay(
        afterAttempt attempt: Int, _ failure: AttemptFailure, of repetition: Repetition, retryAfter: Duration?,
        elapsed: Duration
    ) -> Duration? {
        let limit = repetition == .refresh ? min(attempts, 2) : attempts
        guard attempt < limit, repetition.allows(failure) else { return nil }
        let delay = retryAfter ?? firstDelay * (1 << min(attempt - 1, 16))
        return elapsed + delay < budget(of: repetition) ? delay : nil
    }
}
