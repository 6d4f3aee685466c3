import Foundation
import GRDB

struct PasskeySQLiteRepository: PasskeyRepository, SQLiteRepository {
    typealias Record = Passkey
    let db: Database

    func find(credentialID: Data) throws -> Passkey? {
        try Passkey.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM passkeys WHERE credential_id = ?"), arguments: [credentialID])
    }

    func list(accountID: String) throws -> [StoredRow<Passkey>] {
        try Passkey.fetchRows(
            db,
            sql: """
                SELECT hex(id) AS row_key, * FROM passkeys WHERE account_id = ?
                ORDER BY created_at, rowid
                """,
            arguments: [accountID])
    }

    func count(accountID: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM passkeys WHERE account_id = ?", arguments: [accountID]) ?? 0
    }

    func rename(id: String, to name: String) throws {
        try db.execute(sql: "UPDATE passkeys SET name = ? WHERE id = ?", arguments: [name, id])
    }

    func noteUse(id: String, counter: Int, at time: Timestamp) throws {
        try db.cachedStatement(sql: "UPDATE passkeys SET counter = ?, last_used_at = ? WHERE id = ?")
            .execute(arguments: [counter, time, id])
    }

    func delete(id: String, accountID: String) throws -> Bool {
        try db.execute(sql: "DELETE FROM passkeys WHERE id = ? AND account_id = ?", arguments: [id, accountID])
        return db.changesCount == 1
    }

    func deleteAll(accountID: String) throws {
        try db.execute(sql: "DELETE FROM passkeys WHERE account_id = ?", arguments: [accountID])
    }

    func ids(after end: String?, limit: Int) throws -> RowPage<String> {
        try db.page(of: "passkeys", after: end, limit: limit) { condition, arguments in
            try db.texts("SELECT CAST(id AS TEXT) FROM passkeys WHERE \(condition)", arguments)
        }
    }

    func reseal(id: String, _ publicKey: String) throws {
        // Another column may hold what the table does not take.
        try SQLiteStore.mapErrors {
            try db.execute(sql: "UPDATE passkeys SET public_key = ? WHERE id = ?", arguments: [publicKey, id])
        }
    }
}
