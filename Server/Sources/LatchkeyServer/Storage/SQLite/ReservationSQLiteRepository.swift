import GRDB

struct ReservationSQLiteRepository: ReservationRepository {
    let db: Database

    func find(id: String) throws -> Reservation? {
        try Reservation.fetchOne(db.cachedStatement(sql: "SELECT * FROM reservations WHERE id = ?"), arguments: [id])
    }

    func list(accountID: String) throws -> [Reservation] {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM reservations WHERE account_id = ? ORDER BY reserved_at, id")
        return try Reservation.fetchAll(statement, arguments: [accountID])
    }

    func accounts(reservedUpTo time: Timestamp) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT DISTINCT account_id FROM reservations WHERE reserved_at <= ?", arguments: [time])
    }

    func insert(_ reservation: Reservation) throws {
        try reservation.insert(db)
    }

    func delete(id: String) throws {
        try db.cachedStatement(sql: "DELETE FROM reservations WHERE id = ?").execute(arguments: [id])
    }
}
