import GRDB

struct AccountSQLiteRepository: AccountRepository {
    let db: Database

    func find(id: String) throws -> Account? {
        try Account.fetchOne(db.cachedStatement(sql: "SELECT * FROM users WHERE id = ?"), arguments: [id])
    }

    func find(email: String) throws -> Account? {
        try Account.fetchOne(db, sql: "SELECT * FROM users WHERE email = ?", arguments: [email])
    }

    func all() throws -> [StoredRow<Account>] {
        try Account.fetchRows(
            db, sql: "SELECT CAST(id AS TEXT) AS row_key, * FROM users ORDER BY email", arguments: [])
    }

    func ids() throws -> [String] { try db.texts("SELECT CAST(id AS TEXT) FROM users ORDER BY id") }

    func insert(_ account: Account) throws {
        try account.insert(db)
    }

    func update(_ account: Account) throws {
        try account.update(db)
    }

    func delete(id: String) throws {
        try db.execute(sql: "DELETE FROM users WHERE id = ?", arguments: [id])
    }
}
