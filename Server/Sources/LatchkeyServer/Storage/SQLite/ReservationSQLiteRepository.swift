import GRDB

struct ReservationSQLiteRepository: ReservationRepository, SQLiteRepository {
    typealias Record = Reservation
    let db: Database

    func list(accountID: String) throws -> [Reservation] {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM reservations WHERE account_id = ? ORDER BY reserved_at, id")
        return try Reservation.fetchAll(statement, arguments: [accountID])
    }

    func accounts(reservedUpTo time: Timestamp, orAfter future: Timestamp) throws -> [String] {
        // A cast, since a damaged row must not hide the others.
        try db.texts(
            "SELECT DISTINCT CAST(account_id AS TEXT) FROM reservations WHERE reserved_at <= ? OR reserved_at > ?",
            [time, future])
    }

    func deleteAll(accountID: String) throws {
        try db.execute(sql: "DELETE FROM reservations WHERE account_id = ?", arguments: [accountID])
    }
}
