import LatchkeyAPI

/// Who asks for a page, as far as the cookie tells.
enum PageViewer: Sendable {
    /// No cookie, or one without a session. A strict cookie is also absent on the way in from a mail or another site.
    case signedOut
    case locked(User, LockStanding)
    /// Why mails do not reach the owner comes last, if so.
    case unlocked(User, LockStanding, MailTrouble? = nil)

    init(_ caller: Caller?) {
        self =
            switch caller {
            case .none: .signedOut
            case .some(let caller) where caller.isLocked: .locked(caller.user, caller.lockStanding)
            case .some(let caller): .unlocked(caller.user, caller.lockStanding, caller.account.mailTrouble)
            }
    }
}
