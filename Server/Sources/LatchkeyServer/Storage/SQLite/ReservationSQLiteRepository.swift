import GRDB

struct ReservationSQLiteRepository: ReservationRepository {
    let db: Database

    func find(id: String) throws -> Reservation? {
        try Reservation.fetchOne(db, sql: "SELECT * FROM reservations WHERE id = ?", arguments: [id])
    }

    func list(accountID: String) throws -> [Reservation] {
        try Reservation.fetchAll(
            db, sql: "SELECT * FROM reservations WHERE account_id = ? ORDER BY reserved_at, id", arguments: [accountID])
    }

    func accounts(reservedUpTo time: Timestamp) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT DISTINCT account_id FROM reservations WHERE reserved_at <= ?", arguments: [time])
    }

    func insert(_ reservation: Reservation) throws {
        try reservation.insert(db)
    }

    func delete(id: String) throws {
        try db.execute(sql: "DELETE FROM reservations WHERE id = ?", arguments: [id])
    }
}
