import LatchkeyAPI

/// Who asks for a page, as far as the cookie tells.
enum PageViewer: Sendable {
    /// No cookie, or one without a session. A strict cookie is also absent on the way in from a mail or another site.
    case signedOut
    case locked(User)
    case unlocked(User)

    init(_ user: User?) {
        self =
            switch user {
            case .none: .signedOut
            case .some(let user) where user.locked: .locked(user)
            case .some(let user): .unlocked(user)
            }
    }
}
