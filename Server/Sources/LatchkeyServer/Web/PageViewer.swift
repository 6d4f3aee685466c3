import LatchkeyAPI

/// The viewer of a page, according to the cookie.
enum PageViewer: Sendable {
    /// No cookie, or a cookie without a session. A strict cookie is also absent after a link in an email or from
    /// another site.
    case signedOut
    case locked(User, AttemptStatus)
    /// The team requires a passcode, and none is set.
    case withoutPasscode(User)
    /// An unlocked session. The third value is a delivery problem of the owner's address, if any; the fourth is the age
    /// of the passcode verification, if any.
    case unlocked(
        User, AttemptStatus, DeliveryStatus? = nil, passcodeAge: Duration? = nil, isAdministrator: Bool = false)

    /// - Parameter language: The reader's, for an account without one.
    init(_ caller: Caller?, in language: String) {
        self =
            switch caller {
            case .none: .signedOut
            case .some(let caller) where caller.isLocked: .locked(caller.user(in: language), caller.attemptStatus)
            case .some(let caller) where caller.lacksPasscode: .withoutPasscode(caller.user(in: language))
            case .some(let caller):
                .unlocked(
                    caller.user(in: language), caller.attemptStatus, caller.account.deliveryStatus,
                    passcodeAge: Session.passcodeAge(caller.session.passcodeVerifiedAt, at: caller.now),
                    isAdministrator: caller.account.isAdministrator)
            }
    }

    /// Whether the viewer may see the pages of administrators.
    var isAdministrator: Bool {
        if case .unlocked(_, _, _, _, let isAdministrator) = self { isAdministrator } else { false }
    }
}

/// The remaining attempts and delay of a session, shown by the lock screen.
struct AttemptStatus: Sendable, Equatable {
    /// The seconds until the next attempt; 0 without a delay.
    var secondsToWait = 0
    /// The remaining attempts; nil without a failed one.
    var attemptsRemaining: Int?
    /// Whether the account requires a reset.
    var isResetRequired = false
    /// The provider of the account, which may replace an emailed link.
    var identityIssuer: String?
}

extension Caller {
    var attemptStatus: AttemptStatus {
        let remaining = AttemptPolicy.remaining(
            sessionFailures: session.failures, accountFailures: account.failures)
        return AttemptStatus(
            secondsToWait: session.waitUntil.map { max(0, ($0 - now).wholeSeconds) } ?? 0,
            attemptsRemaining: remaining < AttemptPolicy.perSession ? remaining : nil,
            isResetRequired: account.resetRequired, identityIssuer: account.identity?.issuer)
    }
}
