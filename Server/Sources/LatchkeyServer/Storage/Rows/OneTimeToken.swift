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
    /// How many wrong codes are left; at 0 the code has ended, the link has not.
    var codeTries: Int
    /// Of a notice: whether disowning it also makes a reset of the passcode necessary.
    let aboutPasscode: Bool
    let createdAt: Timestamp
    let expiresAt: Timestamp

    static let lifetime: Duration = .minutes(10)
    static let noticeLifetime: Duration = .days(30)
    static let maximumCodeTries = 5
    /// What ``codeTries`` may be in a row.
    static let tries: ClosedRange<Int64> = 0...Int64(maximumCodeTries)

    /// Whether it has not ended. A token that seems to be from the future may have ended before the clock went back;
    /// that of a notice works all the same, since it protects its owner and its end is not near.
    func isLive(at now: Timestamp) -> Bool {
        now < expiresAt && (purpose == .notice || createdAt - now <= Session.clockTolerance)
    }
}
