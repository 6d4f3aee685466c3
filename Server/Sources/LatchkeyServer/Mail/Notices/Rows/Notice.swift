/// Events of one kind on an account, for a mail to its owner: the row in `notices`. An account has one row for each
/// kind, however often it happens.
struct Notice: Equatable, Sendable {
    /// Between two mails of a kind to an account.
    static let interval: Duration = .minutes(10)

    /// The account may be gone by now.
    let accountID: String
    let kind: NoticeKind
    /// Where the notice goes if the account is gone, or has another address that is not to get it.
    private(set) var email: String
    var language: String
    /// How often it happened since the last mail; 0 when that mail told all.
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

    /// Whether a mail is to be made. A due time further off than the interval was set before the clock went back.
    func isDue(at now: Timestamp) -> Bool { count > 0 && (dueAt <= now || dueAt > now + Self.interval) }

    /// Adds events to those that the owner is not told of yet.
    mutating func add(_ other: Notice) {
        if count == 0 { (firstAt, email) = (other.firstAt, other.email) }
        // A due time further off than the interval was set before the clock went back.
        if dueAt > other.dueAt + Self.interval { dueAt = other.dueAt }
        count += other.count
        language = other.language
        latestAt = other.latestAt
        deviceName = other.deviceName
        ip = other.ip
    }

    /// Notes that a mail has told all of it.
    mutating func markMailed(at now: Timestamp) {
        count = 0
        dueAt = now + Self.interval
    }
}

extension Notice: TableRow {
    static let table = Table(
        "notices",
        [
            // No reference: the owner is told that the account is gone.
            .id("account_id"), .word("kind"), .text("email", 1...254), .text("language", 1...35),
            .counter("count", upTo: 999_999_999), .time("first_at"), .time("latest_at"),
            .text("device_name", 1...256).nullable, .text("ip", 1...64).nullable, .time("due_at"),
        ],
        keyLength: 2, hasAge: true,
        indexes: [
            "INDEX notices_waiting ON notices (due_at\(sqlite: "", postgres: ", seq")) WHERE count > 0",
            "INDEX notices_mailed ON notices (due_at) WHERE count = 0",
        ])

    init(_ row: inout RowReader) throws {
        accountID = try row.key()
        kind = try row.word()
        email = try row.text()
        language = try row.text()
        count = try row.number()
        firstAt = try row.time()
        latestAt = try row.time()
        deviceName = try row.optionalText()
        ip = try row.optionalText()
        dueAt = try row.time()
    }

    var values: [SQLValue] {
        [
            .id(accountID), .word(kind), .text(email), .text(language), .count(count), .time(firstAt),
            .time(latestAt), .text(deviceName), .text(ip), .time(dueAt),
        ]
    }
}
