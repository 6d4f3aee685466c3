import GRDB

struct AccountSQLiteRepository: AccountRepository, SQLiteRepository {
    typealias Record = Account
    let db: Database

    func find(email: String) throws -> Account? {
        try Account.fetchOne(db, sql: "SELECT * FROM users WHERE email = ?", arguments: [email])
    }

    func all() throws -> [StoredRow<Account>] {
        try Account.fetchRows(
            db, sql: "SELECT CAST(id AS TEXT) AS row_key, * FROM users ORDER BY email", arguments: [])
    }

    func ids() throws -> [String] { try db.texts("SELECT CAST(id AS TEXT) FROM users ORDER BY id") }
}
