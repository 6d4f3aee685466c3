/// The row with a sealed record that identifies the secret keys of the database.
struct KeyCheckRow {
    let session: any DatabaseSession

    private static let find = Statement("SELECT record FROM key_check")
    private static let insert = Statement(
        """
        INSERT INTO key_check (id, record) VALUES (\(sqlite: "1", postgres: "true"), $1) ON CONFLICT (id) DO NOTHING
        """)
    private static let update = Statement("UPDATE key_check SET record = $1")

    /// Returns nil in a new database.
    func find() throws -> String? { try session.rows(Self.find, []) { try $0.text(0) }.first ?? nil }

    /// Inserts the record, unless there is one.
    func insert(_ record: String) throws { try session.send(Self.insert, [.text(record)]) }

    func update(_ record: String) throws { try session.send(Self.update, [.text(record)]) }
}
