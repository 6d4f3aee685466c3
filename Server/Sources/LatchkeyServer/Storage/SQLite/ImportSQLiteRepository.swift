import GRDB

struct ImportSQLiteRepository: ImportRepository {
    let db: Database

    func ids() throws -> [String] { try db.texts("SELECT CAST(id AS TEXT) FROM imports ORDER BY rowid") }

    func state(id: String) throws -> ImportState? {
        try String.fetchOne(db, sql: "SELECT CAST(state AS TEXT) FROM imports WHERE id = ?", arguments: [id])
            .flatMap(ImportState.init)
    }

    func insert(id: String, at time: Timestamp) throws {
        try db.execute(
            sql: "INSERT INTO imports (id, started_at, state) VALUES (?, ?, ?)",
            arguments: [id, time, ImportState.staging.rawValue])
    }

    func stage(_ passcode: StagedPasscode) throws -> Bool {
        try db.cachedStatement(
            sql: """
                INSERT INTO staged_passcodes (import_id, email, passcode_hash)
                SELECT id, ?, ? FROM imports WHERE id = ? AND state = ?
                """
        ).execute(
            arguments: [passcode.email, passcode.passcodeHash, passcode.importID, ImportState.staging.rawValue])
        return db.changesCount == 1
    }

    func decide(id: String) throws -> Bool {
        try db.execute(
            sql: "UPDATE imports SET state = ? WHERE id = ? AND state = ?",
            arguments: [ImportState.decided.rawValue, id, ImportState.staging.rawValue])
        return db.changesCount == 1
    }

    func abandonStaging(exceptSince recent: ClosedRange<Timestamp>?) throws {
        try db.updateEachRow(
            of: "imports", set: "state = ?", [ImportState.abandoned.rawValue],
            where: "state = ? AND (started_at BETWEEN ? AND ?) IS NOT TRUE",
            [ImportState.staging.rawValue, recent?.lowerBound, recent?.upperBound])
    }

    func abandonAll() throws {
        try db.execute(sql: "UPDATE imports SET state = ?", arguments: [ImportState.abandoned.rawValue])
    }

    func staged(
        importID: String, limit: Int, except excluded: Set<String>
    ) throws -> [StoredRow<StagedPasscode>] {
        try StagedPasscode.fetchRows(
            db,
            sql: """
                SELECT CAST(rowid AS TEXT) AS row_key, * FROM staged_passcodes
                WHERE import_id = ? AND CAST(rowid AS TEXT) NOT IN (SELECT value FROM json_each(?)) LIMIT ?
                """,
            arguments: [importID, excluded.jsonArray, limit])
    }

    func unstage(key: String) throws {
        try db.execute(sql: "DELETE FROM staged_passcodes WHERE rowid = ?", arguments: [Int64(key)])
    }

    func delete(id: String) throws {
        try db.execute(sql: "DELETE FROM imports WHERE id = ?", arguments: [id])
    }
}
