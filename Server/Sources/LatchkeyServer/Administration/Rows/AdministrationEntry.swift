/// An entry in the log of administration: the row in `administration`. It outlives the accounts that it names.
struct AdministrationEntry: Equatable, Sendable {
    let at: Timestamp
    let act: AdministrationAct
    let author: AdministrationAuthor
    /// The ID of the administrator; nil for other authors.
    let actorID: String?
    let actorEmail: String?
    /// The ID of the account that the act changed.
    let accountID: String
    let accountEmail: String
    /// The name of an ended session's device or of the shut device.
    let deviceName: String?
    /// The administrator's IP address.
    let ip: String?

    static let lifetime: Duration = .days(365)
}

extension AdministrationEntry: TableRow {
    static let table = Table(
        "administration",
        [
            .time("at"), .word("act"), .word("author"), .id("actor_id").nullable, .email("actor_email").nullable,
            .id("account_id"), .email("account_email"), .deviceName("device_name"), .ip("ip"),
        ],
        keyLength: 0, hasAge: true,
        indexes: [
            "INDEX administration_by_time ON administration (at)",
            "INDEX administration_of_account ON administration (account_id\(sqlite: "", postgres: ", seq"))",
            "INDEX administration_by_act ON administration (act\(sqlite: "", postgres: ", seq"))",
        ])

    init(_ row: inout RowReader) throws {
        at = try row.time()
        act = try row.word()
        author = try row.word()
        actorID = try row.optionalID()
        actorEmail = try row.optionalText()
        accountID = try row.id()
        accountEmail = try row.text()
        deviceName = try row.optionalText()
        ip = try row.optionalText()
        let hasActor = author == .administrator
        guard (actorID != nil) == hasActor, (actorEmail != nil) == hasActor else { throw row.unreadable }
    }

    var values: [SQLValue] {
        [
            .time(at), .word(act), .word(author), .id(actorID), .text(actorEmail), .id(accountID),
            .text(accountEmail), .text(deviceName), .text(ip),
        ]
    }
}
