import GRDB

/// The language that whoever asked for a mail wants, for addresses without an account.
enum AddMailLanguage {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE mail_requests ADD COLUMN language TEXT")
    }
}
