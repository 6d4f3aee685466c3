import Foundation
import LatchkeyPostgres

/// The time and continuity of a PostgreSQL server, read in one statement.
struct DatabaseMoment: Sendable {
    let now: Timestamp
    /// This process's latest heartbeat on the server; nil for none.
    let heartbeat: Int64?
    /// Whether commits were lost and `after-restore` has not run since.
    let isBroken: Bool
    /// The number of `after-restore` runs.
    let restores: Int64

    /// Columns of `processes` as `p` and `continuity` as `c`, which has one row.
    static let columns: Statement.Text =
        "(extract(epoch FROM clock_timestamp()) * 1000)::bigint, p.beat, c.is_broken, c.restores"
    static let width = 4

    private static let find = Statement(
        "SELECT \(columns) FROM continuity c LEFT JOIN processes p ON p.id = $1")

    static func query(for process: UUID) -> PostgresQuery { find.postgres(process) }

    init(_ row: PostgresRow, from column: Int = 0) throws {
        guard let now = try row.number(column), let isBroken = try row.flag(column + 2),
            let restores = try row.number(column + 3)
        else { throw PostgresError.unexpectedValue(column: column, type: "moment") }
        self.now = Timestamp(milliseconds: now)
        (self.isBroken, self.restores) = (isBroken, restores)
        heartbeat = try row.number(column + 1)
    }
}
