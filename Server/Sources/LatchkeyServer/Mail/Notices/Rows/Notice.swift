/// Events of one kind on an account, for an email to its owner: the row in `notices`. An account has one row per kind.
struct Notice: Equatable, Sendable {
    /// Minimum time between emails of a kind to an account.
    static let interval: Duration = .minutes(10)

    /// The ID of the account, which may be deleted.
    let accountID: String
    let kind: NoticeKind
    /// The recipient if the account is deleted, or if its new address must not receive the notice.
    private(set) var email: String
    var language: String
    /// Of the account, which may be deleted.
    var timeZone: String?
    /// The number of events since the last email.
    var count: Int
    /// The time of the first event since the last email.
    var firstAt: Timestamp
    var latestAt: Timestamp
    /// The name of the device of the latest event.
    var deviceName: String?
    /// The IP address of the latest event.
    var ip: String?
    /// The earliest time of the next email.
    var dueAt: Timestamp

    /// Whether an email is due. A due time further away than the interval predates a clock change.
    func isDue(at now: Timestamp) -> Bool { count > 0 && (dueAt <= now || dueAt > now + Self.interval) }

    /// Adds events to those not yet sent.
    mutating func add(_ other: Notice) {
        if count == 0 { (firstAt, email) = (other.firstAt, other.email) }
        // A due time further away than the interval predates a clock change.
        if dueAt > other.dueAt + Self.interval { dueAt = other.dueAt }
        count += other.count
        language = other.language
        timeZone = other.timeZone
        latestAt = other.latestAt
        deviceName = other.deviceName
        ip = other.ip
    }

    /// Records that an email contains all events.
    mutating func markSent(at now: Timestamp) {
        count = 0
        dueAt = now + Self.interval
    }
}

extension Notice: TableRow {
    static let table = Table(
        "notices",
        [
            // No reference: the owner is notified of the deletion of the account.
            .id("account_id"), .word("kind"), .email("email"), .language("language"),
            .timeZone("time_zone"), .counter("count", upTo: 999_999_999), .time("first_at"),
            .time("latest_at"), .deviceName("device_name"), .ip("ip"), .time("due_at"),
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
        timeZone = try row.optionalText()
        count = try row.number()
        firstAt = try row.time()
        latestAt = try row.time()
        deviceName = try row.optionalText()
        ip = try row.optionalText()
        dueAt = try row.time()
    }

    var values: [SQLValue] {
        [
            .id(accountID), .word(kind), .text(email), .text(language), .text(timeZone), .count(count),
            .time(firstAt), .time(latestAt), .text(deviceName), .text(ip), .time(dueAt),
        ]
    }
}
