import GRDB

struct OneTimeTokenSQLiteRepository: OneTimeTokenRepository, SQLiteRepository {
    typealias Record = OneTimeToken
    let db: Database

    func find(linkDigest: String, purpose: MailPurpose) throws -> OneTimeToken? {
        try OneTimeToken.fetchOne(
            db, sql: "SELECT * FROM one_time_tokens WHERE link_digest = ? AND purpose = ?",
            arguments: [linkDigest, purpose.rawValue])
    }

    func current(email: String, purpose: MailPurpose) throws -> OneTimeToken? {
        try OneTimeToken.fetchOne(
            db, sql: "SELECT * FROM one_time_tokens WHERE email = ? AND purpose = ? ORDER BY rowid DESC LIMIT 1",
            arguments: [email, purpose.rawValue])
    }

    func ends(exceptKey id: String, after now: Timestamp) throws -> [String: Timestamp] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT key_id, max(expires_at) FROM one_time_tokens
                WHERE key_id <> ? AND expires_at > ? AND id <> ? GROUP BY key_id
                """,
            arguments: [id, now, SQLiteSchema.noToken])
        return rows.reduce(into: [:]) { ends, row in
            let row = StrictRow(row: row, table: OneTimeToken.databaseTableName)
            // A link whose row cannot be read works with no key.
            if let key = try? row.text(0), let end = try? row.time(1) { ends[key] = end }
        }
    }

    func countWrongCode(of id: String?) throws {
        // A row that stays as it is would not be written, so the row for no token starts again at 0.
        try db.execute(
            sql: "UPDATE one_time_tokens SET code_tries = iif(code_tries > 0, code_tries - 1, 5) WHERE id = ?",
            arguments: [id ?? SQLiteSchema.noToken])
    }

    func forgetAddress(accountID: String) throws {
        try db.execute(sql: "UPDATE one_time_tokens SET email = '' WHERE account_id = ?", arguments: [accountID])
    }

    func deleteAll(email: String, purpose: MailPurpose) throws {
        try db.execute(
            sql: "DELETE FROM one_time_tokens WHERE email = ? AND purpose = ?", arguments: [email, purpose.rawValue])
    }

    func deleteAll(purpose: MailPurpose) throws {
        try db.execute(sql: "DELETE FROM one_time_tokens WHERE purpose = ?", arguments: [purpose.rawValue])
    }
}
