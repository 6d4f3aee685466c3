import Foundation
import LatchkeyPostgres

/// What a server of PostgreSQL's says of itself in one statement: the time, and how much it knows.
struct DatabaseMoment: Sendable {
    let now: Timestamp
    /// The newest beat of this process that the server has; nil for none.
    let beat: Int64?
    /// Whether commits were lost, and `after-restore` has not been run since.
    let isBroken: Bool
    /// How often `after-restore` has been run.
    let restores: Int64

    /// Of `processes` as `p` and `continuity` as `c`, of which there is one row.
    static let columns: Statement.Text =
        "(extract(epoch FROM clock_timestamp()) * 1000)::bigint, p.beat, c.is_broken, c.restores"
    static let width = 4

    private static let find = Statement(
        "SELECT \(columns) FROM continuity c LEFT JOIN processes p ON p.id = $1")

    static func query(for process: UUID) -> PostgresQuery { find.postgres(process) }

    init(_ row: PostgresRow, from column: Int = 0) throws {
        now = Timestamp(milliseconds: try row.value(column))
        beat = try row.value(column + 1)
        isBroken = try row.value(column + 2)
        restores = try row.value(column + 3)
    }
}
