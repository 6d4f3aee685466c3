import Foundation
import LatchkeyPostgres

struct ImportPostgresRepository: ImportRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "imports"

    private static let ids = PostgresStatement("SELECT id FROM imports ORDER BY seq")
    private static let state = PostgresStatement("SELECT state FROM imports WHERE id = $1")
    private static let insert = PostgresStatement(
        "INSERT INTO imports (id, started_at, state) VALUES ($1, $2, 'staging')")
    // The share of the row's lock keeps it in its state until this is committed.
    private static let stage = PostgresStatement(
        """
        INSERT INTO staged_passcodes (import_id, email, passcode_hash)
        SELECT id, $2, $3 FROM imports WHERE id = $1 AND state = 'staging' FOR SHARE
        """)
    private static let decide = PostgresStatement(
        "UPDATE imports SET state = 'decided' WHERE id = $1 AND state = 'staging'")
    private static let abandonStaging = PostgresStatement(
        """
        UPDATE imports SET state = 'abandoned'
        WHERE state = 'staging' AND (started_at BETWEEN $1 AND $2) IS NOT TRUE
        """)
    private static let abandonAll = PostgresStatement("UPDATE imports SET state = 'abandoned'")
    private static let staged = PostgresStatement(
        """
        SELECT seq, import_id, email, passcode_hash FROM staged_passcodes WHERE import_id = $1 ORDER BY seq LIMIT $2
        """)
    private static let unstage = PostgresStatement("DELETE FROM staged_passcodes WHERE seq = $1")
    private static let delete = PostgresStatement("DELETE FROM imports WHERE id = $1")

    func ids() throws -> [String] {
        try run(Self.ids()).rows.map { HexText.encode(try $0.value(0, as: UUID.self).bytes) }
    }

    func state(id: String) throws -> ImportState? {
        guard let id = UUID(rowID: id) else { return nil }
        return try run(Self.state(id)).first.flatMap { ImportState(rawValue: try $0.value(0)) }
    }

    func insert(id: String, at time: Timestamp) throws {
        queue(Self.insert(try UUID(storedID: id, of: Self.table), time.value))
    }

    func stage(_ passcode: StagedPasscode) throws -> Bool {
        guard let id = UUID(rowID: passcode.importID) else { return false }
        return try run(Self.stage(id, passcode.email, passcode.passcodeHash)).affected == 1
    }

    func decide(id: String) throws -> Bool {
        guard let id = UUID(rowID: id) else { return false }
        return try run(Self.decide(id)).affected == 1
    }

    func abandonStaging(exceptSince recent: ClosedRange<Timestamp>?) throws {
        queue(Self.abandonStaging(recent?.lowerBound.value, recent?.upperBound.value))
    }

    func abandonAll() throws { queue(Self.abandonAll()) }

    func staged(
        importID: String, limit: Int, except excluded: Set<String>
    ) throws -> [StoredRow<StagedPasscode>] {
        guard let id = UUID(rowID: importID) else { return [] }
        let (sum, isOverflow) = limit.addingReportingOverflow(excluded.count)
        let wanted = Int64(clamping: isOverflow ? .max : sum)
        let rows = try run(Self.staged(id, wanted)).rows.map { row in
            StoredRow(
                key: String(try row.value(0, as: Int64.self)),
                value: StagedPasscode(
                    importID: importID, email: try row.value(2), passcodeHash: try row.value(3)))
        }
        return Array(rows.filter { !excluded.contains($0.key) }.prefix(limit))
    }

    func unstage(key: String) throws {
        guard let key = Int64(key) else { return }
        queue(Self.unstage(key))
    }

    func delete(id: String) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.delete(id))
    }
}
