/// The link, and maybe the code, of one mail: the row in `one_time_tokens`. Only keyed digests are stored.
struct OneTimeToken: Codable, Equatable, Sendable {
    let id: String
    let purpose: MailPurpose
    let email: String
    /// Nil when there was no account yet.
    let accountID: String?
    /// Which secret key the digests were made with.
    let keyID: String
    let linkDigest: String
    let codeDigest: String?
    /// Wrong codes that may still be tried; at 0 the code is ended, the link is not.
    var codeTries: Int
    /// Of a notice: whether disowning it also makes a reset of the passcode necessary.
    let aboutPasscode: Bool
    let createdAt: Timestamp
    let expiresAt: Timestamp

    static let lifetime: Duration = .minutes(10)
    static let noticeLifetime: Duration = .days(30)
    static let maximumCodeTries = 5

    /// Whether it has not ended. One that seems to be made in the future ended, maybe, before the clock went back; a
    /// notice's works all the same, since it protects its owner and its end is not near.
    func isLive(at now: Timestamp) -> Bool {
        now < expiresAt && (purpose == .notice || createdAt - now <= Session.clockTolerance)
    }
}
