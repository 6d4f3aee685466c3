import LatchkeyAPI

/// An event of an account: the row in `activity`.
struct ActivityEvent: Equatable, Sendable {
    /// The event's number; nil before it is stored.
    var id: Int64?
    let accountID: String
    let at: Timestamp
    let kind: ActivityKind
    let deviceName: String?
    let ip: String?

    static let lifetime: Duration = .days(180)
    /// Maximum number of events of a kind per account; older ones are deleted. A session can cause many events of some
    /// kinds, but they never displace other kinds.
    static let kept = 1000
}

extension ActivityEvent: TableRow {
    static let table = Table(
        "activity",
        [
            .sequence("id"), .id("account_id").references("users", onDelete: .cascade), .time("at"),
            .word("kind"), .deviceName("device_name"), .ip("ip"),
        ],
        indexes: [
            "INDEX activity_of_account ON activity (account_id, id)",
            "INDEX activity_by_kind ON activity (account_id, kind, id)", "INDEX activity_by_time ON activity (at)",
        ])

    init(_ row: inout RowReader) throws {
        id = Int64(try row.number())
        accountID = try row.id()
        at = try row.time()
        kind = try row.word()
        deviceName = try row.optionalText()
        ip = try row.optionalText()
    }

    var values: [SQLValue] {
        [.number(id), .id(accountID), .time(at), .word(kind), .text(deviceName), .text(ip)]
    }
}

extension ActivityPage.Event {
    /// - Parameter key: See ``ActivityRows/page(accountID:before:limit:)``.
    init(_ key: String, _ event: ActivityEvent) {
        self.init(id: key, at: event.at.date, kind: event.kind, deviceName: event.deviceName, ip: event.ip)
    }
}
