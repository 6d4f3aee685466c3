/// Sessions are swept by their start where the team's rules let them last for less than when they began.
enum IndexSessionsByStart {
    static let sql = "CREATE INDEX sessions_by_start ON sessions (created_at)"
}
