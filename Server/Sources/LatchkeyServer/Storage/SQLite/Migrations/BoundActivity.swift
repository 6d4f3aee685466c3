/// An account's events of one kind are found without the others, so that those of a session without end stay bounded.
enum BoundActivity {
    static let sql = "CREATE INDEX activity_by_kind ON activity (account_id, kind, id)"
}
