/// An attempt that is spent until it is settled: the row in `reservations`.
struct Reservation: Equatable, Sendable {
    let id: String
    let accountID: String
    let sessionID: String
    let reservedAt: Timestamp
    /// The versions of passcode and lock at the time of reservation.
    let passcodeVersion: Int
    let lockVersion: Int
}

extension Reservation: TableRow {
    static let table = Table(
        "reservations",
        [
            .id("id"), .id("account_id").references("users", onDelete: .cascade),
            // No reference: the attempt counts for the account even if its session has ended.
            .id("session_id").unique, .time("reserved_at"), .counter("passcode_version"), .counter("lock_version"),
        ],
        indexes: [
            "INDEX reservations_of_account ON reservations (account_id, reserved_at)",
            "INDEX reservations_by_time ON reservations (reserved_at)",
        ],
        storage: "autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0")

    init(_ row: inout RowReader) throws {
        id = try row.key()
        accountID = try row.id()
        sessionID = try row.id()
        reservedAt = try row.time()
        passcodeVersion = try row.number()
        lockVersion = try row.number()
    }

    var values: [SQLValue] {
        [
            .id(id), .id(accountID), .id(sessionID), .time(reservedAt), .count(passcodeVersion), .count(lockVersion),
        ]
    }
}
