import Foundation
import LatchkeyPostgres

/// A reader of callers and the ``DatabaseMoment`` in one statement, to save a round trip.
struct PostgresCallers: CallerRepository {
    let session: PostgresSession

    // One row per attempt, or one without attempts.
    private static let columns: Statement.Text = """
        \(Session.table, as: "s"), \(Account.table, as: "u"), \(Reservation.table, as: "r"), \(DatabaseMoment.columns)
        """
    private static let byToken = Statement(
        """
        SELECT \(columns), \(SessionToken.table, as: "t")
        FROM continuity c LEFT JOIN processes p ON p.id = $2
            LEFT JOIN (session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id)
            ON t.digest = $1
            LEFT JOIN reservations r ON r.account_id = u.id
        ORDER BY r.reserved_at, r.id
        """)
    private static let byIDs = Statement(
        """
        SELECT \(columns)
        FROM continuity c LEFT JOIN processes p ON p.id = $3
            LEFT JOIN (users u LEFT JOIN sessions s ON s.id = $2) ON u.id = $1
            LEFT JOIN reservations r ON r.account_id = u.id
        ORDER BY r.reserved_at, r.id
        """)

    private static let accountColumn = Session.table.width
    private static let attemptColumn = accountColumn + Account.table.width
    private static let momentColumn = attemptColumn + Reservation.table.width
    private static let tokenColumn = momentColumn + DatabaseMoment.width

    /// The key of a query.
    enum Key: Equatable {
        case token(digest: String)
        case ids(account: UUID, session: UUID)

        func query(for process: UUID) -> PostgresQuery {
            switch self {
            case .token(let digest): byToken.postgres(HexText.decode(digest) ?? [], process)
            case .ids(let account, let session): byIDs.postgres(account, session, process)
            }
        }
    }

    /// Returns the server's moment from the result of a query.
    static func moment(in found: PostgresResult) throws -> DatabaseMoment {
        guard let row = found.first else { throw PostgresError.unexpectedValue(column: momentColumn, type: "moment") }
        return try DatabaseMoment(row, from: momentColumn)
    }

    func find(tokenDigest: String) throws -> CallerRows? { try rows(in: read(.token(digest: tokenDigest))) }

    /// Returns the rows of a token's session.
    ///
    /// - Parameter found: The result of the query for a token.
    func rows(in found: PostgresResult) throws -> CallerRows? {
        guard let row = found.first.map(self.found), try row.id(0) != nil else { return nil }
        return CallerRows(
            account: try row.read(from: Self.accountColumn), session: try row.read(),
            token: try row.read(from: Self.tokenColumn), attempts: try attempts(found))
    }

    func find(accountID: String, sessionID: String) throws -> (
        account: Account, session: Session?, attempts: [Reservation]
    )? {
        guard let accountID = UUID(rowID: accountID), let sessionID = UUID(rowID: sessionID) else { return nil }
        let found = try read(.ids(account: accountID, session: sessionID))
        guard let row = found.first.map(self.found), try row.id(Self.accountColumn) != nil else { return nil }
        return (
            try row.read(from: Self.accountColumn), try row.id(0) == nil ? nil : row.read(), try attempts(found)
        )
    }

    private func read(_ key: Key) throws -> PostgresResult {
        try session.takeReadWithLock(key) ?? session.run(key.query(for: session.process))
    }

    private func attempts(_ found: PostgresResult) throws -> [Reservation] {
        try found.rows.map(self.found).filter { try $0.id(Self.attemptColumn) != nil }
            .map { try $0.read(from: Self.attemptColumn) }
    }

    private func found(_ row: PostgresRow) -> PostgresFoundRow { PostgresFoundRow(row: row, session: session) }
}
