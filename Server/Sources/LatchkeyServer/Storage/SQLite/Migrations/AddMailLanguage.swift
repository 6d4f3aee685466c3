import GRDB

/// The language of a requested mail, for addresses without an account.
enum AddMailLanguage {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE mail_requests ADD COLUMN language TEXT")
    }
}
