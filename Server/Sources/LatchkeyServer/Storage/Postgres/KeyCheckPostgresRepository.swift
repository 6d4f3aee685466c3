import LatchkeyPostgres

struct KeyCheckPostgresRepository: KeyCheckRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let find = PostgresStatement("SELECT record FROM key_check")
    private static let insert = PostgresStatement(
        "INSERT INTO key_check (record) VALUES ($1) ON CONFLICT (id) DO NOTHING")
    private static let update = PostgresStatement("UPDATE key_check SET record = $1")

    func find() throws -> String? { try run(Self.find()).first?.value(0) }
    func insert(_ record: String) throws { queue(Self.insert(record)) }
    func update(_ record: String) throws { queue(Self.update(record)) }
}
