import Foundation
import LatchkeyPostgres

struct PasskeyPostgresRepository: PasskeyRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "passkeys"

    private static let byID = PostgresStatement(
        """
        SELECT id, account_id, credential_id, algorithm, public_key, counter, name, transports, created_at,
            last_used_at
        FROM passkeys WHERE id = $1
        """)
    private static let byCredentialID = PostgresStatement(
        """
        SELECT id, account_id, credential_id, algorithm, public_key, counter, name, transports, created_at,
            last_used_at
        FROM passkeys WHERE credential_id = $1
        """)
    private static let list = PostgresStatement(
        """
        SELECT id, account_id, credential_id, algorithm, public_key, counter, name, transports, created_at,
            last_used_at
        FROM passkeys WHERE account_id = $1 ORDER BY created_at, seq
        """)
    private static let count = PostgresStatement("SELECT count(*) FROM passkeys WHERE account_id = $1")
    private static let insert = PostgresStatement(
        """
        INSERT INTO passkeys (id, account_id, credential_id, algorithm, public_key, counter, name, transports,
            created_at, last_used_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """)
    private static let rename = PostgresStatement("UPDATE passkeys SET name = $2 WHERE id = $1")
    private static let noteUse = PostgresStatement("UPDATE passkeys SET counter = $2, last_used_at = $3 WHERE id = $1")
    private static let delete = PostgresStatement("DELETE FROM passkeys WHERE id = $1 AND account_id = $2")
    static let deleteOfAccount = PostgresStatement("DELETE FROM passkeys WHERE account_id = $1")
    private static let ids = PostgresStatement("SELECT id FROM passkeys WHERE id > $1 ORDER BY id LIMIT $2")
    private static let reseal = PostgresStatement("UPDATE passkeys SET public_key = $2 WHERE id = $1")

    func find(id: String) throws -> Passkey? {
        guard let id = UUID(rowID: id) else { return nil }
        return try run(Self.byID(id)).first.map(read)
    }

    func find(credentialID: Data) throws -> Passkey? {
        try run(Self.byCredentialID([UInt8](credentialID))).first.map(read)
    }

    func list(accountID: String) throws -> [StoredRow<Passkey>] {
        guard let id = UUID(rowID: accountID) else { return [] }
        return try run(Self.list(id)).rows.map { row in try StoredRow(rowOf: row, read) }
    }

    func count(accountID: String) throws -> Int {
        guard let id = UUID(rowID: accountID) else { return 0 }
        return try Int(run(Self.count(id)).first?.value(0, as: Int64.self) ?? 0)
    }

    func insert(_ passkey: Passkey) throws {
        queue(
            Self.insert(
                try UUID(storedID: passkey.id, of: Self.table), try UUID(storedID: passkey.accountID, of: Self.table),
                [UInt8](passkey.credentialID), passkey.algorithm.rawValue, passkey.publicKey, Int64(passkey.counter),
                passkey.name, try Self.text(of: passkey.transports), passkey.createdAt.value,
                passkey.lastUsedAt?.value))
    }

    func rename(id: String, to name: String) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.rename(id, name))
    }

    func noteUse(id: String, counter: Int, at time: Timestamp) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.noteUse(id, Int64(counter), time.value))
    }

    func delete(id: String, accountID: String) throws -> Bool {
        guard let id = UUID(rowID: id), let account = UUID(rowID: accountID) else { return false }
        return try run(Self.delete(id, account)).affected == 1
    }

    func deleteAll(accountID: String) throws {
        guard let id = UUID(rowID: accountID) else { return }
        queue(Self.deleteOfAccount(id))
    }

    func ids(after end: String?, limit: Int) throws -> RowPage<String> {
        let start = end.flatMap { UUID(rowID: $0) } ?? UUID.zero
        let ids = try run(Self.ids(start, Int64(limit))).rows.map { row in
            HexText.encode(try row.value(0, as: UUID.self).bytes)
        }
        return RowPage(rows: ids, next: ids.last)
    }

    func reseal(id: String, _ publicKey: String) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.reseal(id, publicKey))
    }

    private func read(_ row: PostgresRow) throws -> Passkey {
        var row = PostgresRowReader(row, of: Self.table)
        return Passkey(
            id: try row.key(), accountID: try row.rowID(), credentialID: Data(try row.value([UInt8].self)),
            algorithm: try row.word(), publicKey: try row.value(), counter: try row.number(in: Passkey.counters),
            name: try row.value(), transports: try Self.transports(&row), createdAt: try row.time(),
            lastUsedAt: try row.optionalTime())
    }

    /// As SQLite has them: a list in JSON.
    private static func text(of transports: [Passkey.Transport]) throws -> String {
        String(decoding: try JSONEncoder().encode(transports), as: UTF8.self)
    }

    private static func transports(_ row: inout PostgresRowReader) throws -> [Passkey.Transport] {
        let text: String = try row.value()
        guard let transports = try? JSONDecoder().decode([Passkey.Transport].self, from: Data(text.utf8)) else {
            throw row.unreadable
        }
        return transports
    }
}
