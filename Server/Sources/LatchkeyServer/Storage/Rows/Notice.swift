/// What has happened on an account, of one kind: the row in `notices`. An account has one row a kind, however often it
/// happens.
struct Notice: Codable, Equatable, Sendable {
    /// Between two mails of a kind to an account.
    static let interval: Duration = .minutes(10)

    /// The account may be gone by now.
    let accountID: String
    let kind: NoticeKind
    let email: String
    var language: String
    /// How often it has happened since the last mail; 0 when that mail told all.
    var count: Int
    /// When it first happened since the last mail.
    var firstAt: Timestamp
    var latestAt: Timestamp
    /// Of the latest.
    var deviceName: String?
    /// Of the latest.
    var ip: String?
    /// No mail before this.
    var dueAt: Timestamp

    /// Whether a mail is to be made. What is further off than the interval was set before the clock went back.
    func isDue(at now: Timestamp) -> Bool { count > 0 && (dueAt <= now || dueAt > now + Self.interval) }

    /// Adds what happened to what the owner is not told of yet.
    mutating func add(_ other: Notice) {
        firstAt = count == 0 ? other.firstAt : firstAt
        // What is further off than the interval was set before the clock went back.
        if dueAt > other.dueAt + Self.interval { dueAt = other.dueAt }
        count += other.count
        language = other.language
        latestAt = other.latestAt
        deviceName = other.deviceName
        ip = other.ip
    }

    /// A mail has told all of it.
    mutating func markMailed(at now: Timestamp) {
        count = 0
        dueAt = now + Self.interval
    }
}
