/// The limits for retries of calls that are safe to repeat.
///
/// These calls are retried after these failures:
/// - `me`, `sessions`, `activity`, health, `lock`, `logout`, ending all other sessions, adding, confirming and listing
///   unlock keys, and unlocking with one: no connection, a lost response, 502, 503 and 504.
/// - `refresh`: the same, once, and within ``refreshWindow``.
/// - `magic-link` and its `verify`, `reset-passcode-request`, settings without a passcode, ending one session,
///   `disown`, and deleting an account or shutting a device without a passcode: no connection, and the server's own
///   503, after which nothing was spent.
/// - `verify-passcode`, `set-passcode`, `reset-passcode`, and every call with `current_passcode`: never.
///
/// The client waits for the duration of `Retry-After`. If that exceeds the remaining time, the call fails immediately,
/// and the error has the duration.
public struct RetryPolicy: Equatable, Sendable {
    /// The maximum number of attempts.
    public var attempts: Int
    /// The limit for a call with all its attempts and delays.
    public var totalTime: Duration
    /// The delay after the first failure if the server sends none; doubled after each further one.
    public var firstDelay: Duration

    /// The time after the first attempt within which a refresh may be retried. The server accepts the previous token
    /// for 30 seconds, and the response takes time to arrive.
    public static let refreshWindow = Duration.seconds(20)

    /// The default policy: three attempts in 20 seconds, with a first delay of half a second.
    public static let standard = RetryPolicy(attempts: 3, totalTime: .seconds(20), firstDelay: .milliseconds(500))
    /// A policy without retries.
    public static let none = RetryPolicy(attempts: 1, totalTime: .seconds(20), firstDelay: .zero)

    public init(attempts: Int, totalTime: Duration, firstDelay: Duration) {
        (self.attempts, self.totalTime, self.firstDelay) = (attempts, totalTime, firstDelay)
    }
}

extension RetryPolicy {
    /// The limit for the attempts of a call together.
    func budget(of repetition: Repetition) -> Duration {
        repetition == .refresh ? min(totalTime, Self.refreshWindow) : totalTime
    }

    /// The delay before the next attempt, or nil.
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
