/// Sessions are swept by their start where the team's rules let them last for less than when they began.
enum IndexPostgresSessionsByStart {
    static let statements: [StaticString] = ["CREATE INDEX sessions_by_start ON sessions (created_at)"]
}
