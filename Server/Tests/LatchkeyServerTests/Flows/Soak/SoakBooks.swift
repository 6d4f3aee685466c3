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
        case refreshing
        case signingOut
        case deleting

        /// Whether it may have replaced, locked or ended the session.
        var changesSession: Bool {
            switch self {
            case .nothing, .reading, .asking, .changing: false
            case .signingIn, .setting, .checking, .locking, .refreshing, .signingOut, .deleting: true
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
    /// Sign-in mails whose request was answered, and those that were taken out of the outbox.
    var mailsAsked = 0
    var mailsTaken = 0
    var hasAccount = false
    var hasPasscode = false
    var isDeleted = false
    var isLocked = false
    var failures = 0
    /// Nil when there is none.
    var session: Secret?
    var refreshToken: String?
    /// Replaced: opens nothing.
    var replaced: [Secret] = []
    /// Ended: nobody knows it.
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
