/// The row with a sealed record that identifies the secret keys of the database.
struct KeyCheckRow {
    static let table = Table("key_check", [.number("id", 1...1).defaulting(to: 1), .record("record")])

    let session: any DatabaseSession

    private static let find = Statement("SELECT record FROM key_check")
    private static let insert = table.upsert("NOTHING")
    private static let update = Statement("UPDATE key_check SET record = $1")

    /// Returns the record; nil in a new database.
    func find() throws -> String? { try session.rows(Self.find, []) { try $0.text(0) }.first ?? nil }

    /// Inserts the record, unless there is one.
    func insert(_ record: String) throws { try session.send(Self.insert, [.number(1), .text(record)]) }

    func update(_ record: String) throws { try session.send(Self.update, [.text(record)]) }
}
