import GRDB

struct AccountSQLiteRepository: AccountRepository {
    let db: Database

    func find(id: String) throws -> Account? {
        try Account.fetchOne(db.cachedStatement(sql: "SELECT * FROM users WHERE id = ?"), arguments: [id])
    }

    func find(email: String) throws -> Account? {
        try Account.fetchOne(db, sql: "SELECT * FROM users WHERE email = ?", arguments: [email])
    }

    func all() throws -> [Account] {
        try Account.fetchAll(db, sql: "SELECT * FROM users ORDER BY email")
    }

    func page(after id: String, limit: Int) throws -> [Account] {
        try Account.fetchAll(
            db, sql: "SELECT * FROM users WHERE id > ? ORDER BY id LIMIT ?", arguments: [id, limit])
    }

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
