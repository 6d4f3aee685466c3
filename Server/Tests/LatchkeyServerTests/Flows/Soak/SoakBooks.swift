/// What one user of a server knows for certain when the server is killed.
struct SoakBooks: Sendable {
    /// What was sent and never answered: it may have happened or not.
    enum UnderWay: Sendable {
        case nothing
        case reading
        case asking
        case signingIn
        case setting
        /// With a right or a wrong code.
        case checking
        case locking
        case changing
        /// Turning the passcode on or off.
        case switching
        /// A new passcode, with the old one or with a mailed token.
        case replacing
        case refreshing
        case signingOut
        case disowning
        case deleting

        /// Whether it may have replaced, locked or ended the session.
        var changesSession: Bool {
            switch self {
            case .nothing, .reading, .asking, .changing: false
            case .signingIn, .setting, .checking, .locking, .switching, .replacing, .refreshing, .signingOut,
                .disowning, .deleting:
                true
            }
        }

        /// Whether an attempt may have been reserved for it, which then has become a failure.
        var takesAttempt: Bool {
            switch self {
            case .checking, .switching, .replacing, .deleting: true
            default: false
            }
        }
    }

    /// An app's access token or a page's cookie.
    struct Secret: Sendable, Equatable {
        var bearer: String?
        var cookie: String?
    }

    let email: String
    var underWay = UnderWay.nothing
    var resetsAsked = 0
    /// Sign-in mails whose request was answered, and those that were taken out of the outbox.
    var mailsAsked = 0
    var mailsTaken = 0
    var hasAccount = false
    var hasPasscode = false
    var isEnabled = false
    var passcode = ServerUnderTest.passcode
    var isDeleted = false
    /// "This wasn't me" was its last word.
    var isDisowned = false
    var isLocked = false
    var failures = 0
    /// Nil when there is none.
    var session: Secret?
    var refreshToken: String?
    /// Replaced: opens nothing.
    var replaced: [Secret] = []
    /// Ended: no client knows it.
    var ended: [Secret] = []

    mutating func endSession() {
        if let session { ended.append(session) }
        session = nil
        refreshToken = nil
        isLocked = false
    }

    mutating func replaceSession(by new: Secret) {
        if let session { replaced.append(session) }
        session = new
        isLocked = false
    }
}
