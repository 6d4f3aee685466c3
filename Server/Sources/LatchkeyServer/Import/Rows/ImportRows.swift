/// The rows of active imports and their staged passcodes.
struct ImportRows {
    let session: any DatabaseSession

    static let table = Table("imports", [.id("id"), .time("started_at"), .word("state")], hasAge: true)

    private static let key: Statement.Text = "CAST(\(Statement.Text.age) AS text)"
    private static let ids = Statement(
        "SELECT \(sqlite: "CAST(id AS TEXT)", postgres: "id") FROM imports ORDER BY \(Statement.Text.age)")
    private static let state = Statement(
        "SELECT \(sqlite: "CAST(state AS TEXT)", postgres: "state") FROM imports WHERE id = $1")
    // PostgreSQL's row lock keeps the state until this commits.
    private static let stage = Statement(
        """
        INSERT INTO staged_passcodes (import_id, email, passcode_hash)
        SELECT id, $2, $3 FROM imports WHERE id = $1 AND state = 'staging' \(sqlite: "", postgres: "FOR SHARE")
        """)
    private static let decide = Statement("UPDATE imports SET state = 'decided' WHERE id = $1 AND state = 'staging'")
    private static let abandonStaging = BulkUpdate(
        of: table, set: "state = 'abandoned'",
        where: "state = 'staging' AND (started_at BETWEEN $1 AND $2) IS NOT TRUE")
    private static let abandonAll = Statement("UPDATE imports SET state = 'abandoned'")
    private static let staged = Statement(
        """
        SELECT \(key), \(StagedPasscode.table) FROM staged_passcodes
        WHERE import_id = $1 AND \(Statement.Text.isNot(key, in: "$2")) ORDER BY \(Statement.Text.age) LIMIT $3
        """)
    private static let unstage = Statement("DELETE FROM staged_passcodes WHERE \(Statement.Text.age) = $1")

    /// Returns the IDs of active imports, the earliest first.
    func ids() throws -> [String] { try session.rows(Self.ids, []) { try? $0.id(0) }.compactMap(\.self) }

    /// Returns nil if there is no such import, or its state is unknown.
    func state(id: String) throws -> ImportState? {
        try session.rows(Self.state, [.id(id)]) { (try? $0.text(0)).flatMap(ImportState.init) }.first ?? nil
    }

    /// Inserts an import in the state ``ImportState/staging``.
    func insert(id: String, at time: Timestamp) throws {
        try session.insert(
            into: Self.table, by: Self.table.insert, [.id(id), .time(time), .word(ImportState.staging)])
    }

    /// Stages a passcode. Returns false unless the import is in the state ``ImportState/staging``.
    func stage(_ passcode: StagedPasscode) throws -> Bool { try session.count(Self.stage, passcode.values) == 1 }

    /// Decides the import. Returns false unless it was in the state ``ImportState/staging``.
    func decide(id: String) throws -> Bool { try session.count(Self.decide, [.id(id)]) == 1 }

    /// Abandons imports that are staging, except those that started within these times.
    func abandonStaging(exceptSince recent: ClosedRange<Timestamp>?) throws {
        try session.updateEach(Self.abandonStaging, [.time(recent?.lowerBound), .time(recent?.upperBound)])
    }

    /// Abandons all imports, including decided ones.
    func abandonAll() throws { try session.send(Self.abandonAll, []) }

    /// Returns staged passcodes of the import, except rows whose keys are in `excluded`.
    func staged(
        importID: String, limit: Int, except excluded: Set<String>
    ) throws -> [StoredRow<StagedPasscode>] {
        try session.stored(Self.staged, .id(importID), .keys(excluded), .count(limit))
    }

    /// Deletes a staged passcode by its row's key.
    func unstage(key: String) throws { try session.send(Self.unstage, [.number(Int64(key))]) }

    /// Deletes the import, which has no staged passcodes left.
    func delete(id: String) throws { try session.send(Self.table.delete, [.id(id)]) }
}
