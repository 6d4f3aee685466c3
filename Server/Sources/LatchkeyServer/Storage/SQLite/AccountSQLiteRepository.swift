import GRDB

struct AccountSQLiteRepository: AccountRepository, SQLiteRepository {
    typealias Record = Account
    let db: Database

    func find(email: String) throws -> Account? {
        try Account.fetchOne(db, sql: "SELECT * FROM users WHERE email = ?", arguments: [email])
    }

    func find(_ identity: AccountIdentity) throws -> Account? {
        try Account.fetchOne(
            db, sql: "SELECT * FROM users WHERE identity_subject = ? AND identity_issuer = ?",
            arguments: [identity.subject, identity.issuer])
    }

    /// Each write has the database to itself.
    func claim(_ identity: AccountIdentity) throws -> Bool { true }
    func claim(address: String) throws -> Bool { true }

    func update(_ account: Account) throws {
        if account.hasEndedPasskeys { try PasskeyRows(session: SQLiteSession(db)).deleteAll(accountID: account.id) }
        try account.withoutEndedPasskeys.update(db)
    }

    func changeAddress(of account: Account) throws {
        try db.execute(sql: "UPDATE users SET email = ? WHERE id = ?", arguments: [account.email, account.id])
    }

    func page(after end: String?, limit: Int) throws -> RowPage<StoredRow<Account>> {
        try db.page(of: "users", after: end, limit: limit) { condition, arguments in
            try Account.fetchRows(
                db, sql: "SELECT CAST(id AS TEXT) AS row_key, * FROM users WHERE \(condition)", arguments: arguments)
        }
    }
}
