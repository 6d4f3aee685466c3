/// How a locked session stands, so that its lock screen tells it before a digit is typed.
struct LockStanding: Sendable, Equatable {
    /// Until the next attempt; 0 when there is no wait.
    var secondsToWait = 0
    /// Nil when nothing has failed yet.
    var attemptsRemaining: Int?
    /// Only a reset by mail opens the account again.
    var isResetRequired = false
}

extension Caller {
    var lockStanding: LockStanding {
        let remaining = AttemptLimits.remaining(
            sessionFailures: session.failures, accountFailures: account.failures)
        return LockStanding(
            secondsToWait: session.waitUntil.map { max(0, ($0 - now).wholeSeconds) } ?? 0,
            attemptsRemaining: remaining < AttemptLimits.perSession ? remaining : nil,
            isResetRequired: account.resetRequired)
    }
}
