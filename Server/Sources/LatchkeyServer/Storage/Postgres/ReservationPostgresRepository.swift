import Foundation
import LatchkeyPostgres

struct ReservationPostgresRepository: ReservationRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "reservations"

    private static let byID = PostgresStatement(
        """
        SELECT id, account_id, session_id, reserved_at, passcode_version, lock_version FROM reservations WHERE id = $1
        """)
    private static let list = PostgresStatement(
        """
        SELECT id, account_id, session_id, reserved_at, passcode_version, lock_version
        FROM reservations WHERE account_id = $1 ORDER BY reserved_at, id
        """)
    private static let accounts = PostgresStatement(
        "SELECT DISTINCT account_id FROM reservations WHERE reserved_at <= $1 OR reserved_at > $2")
    private static let insert = PostgresStatement(
        """
        INSERT INTO reservations (id, account_id, session_id, reserved_at, passcode_version, lock_version)
        VALUES ($1, $2, $3, $4, $5, $6)
        """)
    private static let delete = PostgresStatement("DELETE FROM reservations WHERE id = $1")
    private static let deleteOfAccount = PostgresStatement("DELETE FROM reservations WHERE account_id = $1")

    func find(id: String) throws -> Reservation? {
        guard let id = UUID(rowID: id) else { return nil }
        return try run(Self.byID(id)).first.map { try read($0) }
    }

    func list(accountID: String) throws -> [Reservation] {
        guard let id = UUID(rowID: accountID) else { return [] }
        return try run(Self.list(id)).rows.map { try read($0) }
    }

    func accounts(reservedUpTo time: Timestamp, orAfter future: Timestamp) throws -> [String] {
        try run(Self.accounts(time.value, future.value)).rows
            .map { HexText.encode(try $0.value(0, as: UUID.self).bytes) }
    }

    func insert(_ reservation: Reservation) throws {
        queue(
            Self.insert(
                try UUID(storedID: reservation.id, of: Self.table),
                try UUID(storedID: reservation.accountID, of: Self.table),
                try UUID(storedID: reservation.sessionID, of: Self.table), reservation.reservedAt.value,
                Int64(reservation.passcodeVersion), Int64(reservation.lockVersion)))
    }

    func deleteAll(accountID: String) throws {
        guard let id = UUID(rowID: accountID) else { return }
        queue(Self.deleteOfAccount(id))
    }

    func delete(id: String) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.delete(id))
    }

    /// - Parameter column: Where the columns of the row begin.
    func read(_ row: PostgresRow, from column: Int = 0) throws -> Reservation {
        var row = PostgresRowReader(row, of: Self.table, from: column)
        return Reservation(
            id: try row.key(), accountID: try row.rowID(), sessionID: try row.rowID(), reservedAt: try row.time(),
            passcodeVersion: try row.number(), lockVersion: try row.number())
    }
}
