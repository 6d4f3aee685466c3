/// The rows of attempts in progress.
struct ReservationRows {
    let session: any DatabaseSession

    private static let ofAccount = Statement(
        "SELECT \(Reservation.table) FROM reservations WHERE account_id = $1 ORDER BY reserved_at, id")
    // A cast, so that a damaged row does not hide others.
    private static let accounts = Statement(
        """
        SELECT DISTINCT \(sqlite: "CAST(account_id AS TEXT)", postgres: "account_id")
        FROM reservations WHERE reserved_at <= $1 OR reserved_at > $2
        """)
    private static let deleteOfAccount = Statement("DELETE FROM reservations WHERE account_id = $1")

    func list(accountID: String) throws -> [Reservation] { try session.all(Self.ofAccount, [.id(accountID)]) }

    /// Returns the accounts with a reservation up to `time`, or after `future`.
    func accounts(reservedUpTo time: Timestamp, orAfter future: Timestamp) throws -> [String] {
        try session.rows(Self.accounts, [.time(time), .time(future)]) { try? $0.id(0) }.compactMap(\.self)
    }

    func insert(_ reservation: Reservation) throws { try session.insert(reservation) }

    func delete(id: String) throws { try session.send(Reservation.table.delete, [.id(id)]) }

    /// Deletes the account's reservations, including damaged ones.
    func deleteAll(accountID: String) throws { try session.send(Self.deleteOfAccount, [.id(accountID)]) }
}
