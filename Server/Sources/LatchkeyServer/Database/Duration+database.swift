extension Duration {
    /// How long a client's request waits for the database; see ``WritePriority``.
    static let databaseRequest: Duration = .seconds(1)
    /// How long a command, and the start of a server, wait for the database, which may be starting or failing over. For
    /// a row's lock in PostgreSQL they wait no longer than a request, because they may hold others.
    static let databaseCommand: Duration = .seconds(10)
}
