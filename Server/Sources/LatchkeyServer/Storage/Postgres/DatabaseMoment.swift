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
        now = Timestamp(milliseconds: try row.value(column))
        heartbeat = try row.value(column + 1)
        isBroken = try row.value(column + 2)
        restores = try row.value(column + 3)
    }
}
