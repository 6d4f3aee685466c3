import GRDB

/// Which accounts' addresses get no mails.
enum AddMailTrouble {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE users ADD COLUMN mail_trouble TEXT;
                ALTER TABLE users ADD COLUMN mail_trouble_since INTEGER;
                """)
    }
}
