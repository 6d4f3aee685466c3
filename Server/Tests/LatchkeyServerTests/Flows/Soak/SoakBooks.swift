/// One user's record of confirmed effects when the server is killed.
struct SoakBooks: Sendable {
    /// A request without a response, whose effect is unknown.
    enum InProgress: Sendable {
        case nothing
        case reading
        case asking
        case signingIn
        case setting
        /// With a correct or a wrong passcode.
        case checking
        case locking
        case changing
        /// Enabling or disabling the passcode.
        case switching
        /// A new passcode, with the old one or an emailed token.
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

        /// Whether it may have reserved an attempt, which then became a failure.
        var usesAttempt: Bool {
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
    var inProgress = InProgress.nothing
    var resetsRequested = 0
    /// Requested sign-in emails with a response, and those read from the outbox.
    var emailsRequested = 0
    var emailsTaken = 0
    var hasAccount = false
    var hasPasscode = false
    var isEnabled = false
    var passcode = ServerUnderTest.passcode
    var isDeleted = false
    /// Whether "this wasn't me" was the last request.
    var isDisowned = false
    var isLocked = false
    var failures = 0
    /// Nil without one.
    var session: Secret?
    var refreshToken: String?
    /// Replaced tokens, which grant no access.
    var replaced: [Secret] = []
    /// Ended tokens, which are unknown.
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
