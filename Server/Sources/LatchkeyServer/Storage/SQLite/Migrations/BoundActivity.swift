import GRDB

/// An account's events of one kind are found without the others, so that those that a session can cause without end
/// stay a bounded number.
enum BoundActivity {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "CREATE INDEX activity_by_kind ON activity (account_id, kind, id)")
    }
}
