import LatchkeyAPI

/// The viewer of a page, as far as the cookie tells.
enum PageViewer: Sendable {
    /// No cookie, or a cookie without a session. A strict cookie is also absent on the way from a mail or another site.
    case signedOut
    case locked(User, AttemptStatus)
    /// The team requires a passcode, and none is set.
    case withoutPasscode(User)
    /// The third value is the reason why mails do not reach the owner, if they do not; the last one how long ago the
    /// passcode was given, if it was.
    case unlocked(User, AttemptStatus, MailTrouble? = nil, passcodeAge: Duration? = nil)

    init(_ caller: Caller?) {
        self =
            switch caller {
            case .none: .signedOut
            case .some(let caller) where caller.isLocked: .locked(caller.user, caller.attemptStatus)
            case .some(let caller) where caller.lacksPasscode: .withoutPasscode(caller.user)
            case .some(let caller):
                .unlocked(
                    caller.user, caller.attemptStatus, caller.account.mailTrouble,
                    passcodeAge: Session.passcodeAge(caller.session.passcodeGivenAt, at: caller.now))
            }
    }
}

/// How many attempts a session has, and when: what a lock screen shows before a digit is typed.
struct AttemptStatus: Sendable, Equatable {
    /// Until the next attempt; 0 without a wait.
    var secondsToWait = 0
    /// Nil without a failed attempt.
    var attemptsRemaining: Int?
    /// Whether only a reset opens the account again.
    var isResetRequired = false
    /// The provider that the account's person is known to, and may be asked by in place of a mail.
    var identityIssuer: String?
}

extension Caller {
    var attemptStatus: AttemptStatus {
        let remaining = AttemptLimits.remaining(
            sessionFailures: session.failures, accountFailures: account.failures)
        return AttemptStatus(
            secondsToWait: session.waitUntil.map { max(0, ($0 - now).wholeSeconds) } ?? 0,
            attemptsRemaining: remaining < AttemptLimits.perSession ? remaining : nil,
            isResetRequired: account.resetRequired, identityIssuer: account.identity?.issuer)
    }
}
