import LatchkeyPostgres
import Testing

@testable import LatchkeyServer

@Suite struct PostgresSettingsTests {
    private static let shared = [
        "LATCHKEY_DATABASE_URL": "postgres://lock@db1.example,db2.example/lock",
        "LATCHKEY_PUBLIC_URL": "https://lock.example", "LATCHKEY_SECRET_KEYS": "k1:\(TestKeys.text)",
    ]

    @Test(
        "V10 an invalid PostgreSQL setting is named without its value",
        arguments: [
            ("LATCHKEY_DATABASE_URL", "postgres://lock:hunter2@db.example/lock"),
            ("LATCHKEY_DATABASE_URL", "postgres://lock@db.example/"), ("LATCHKEY_DATABASE_URL", "postgres://"),
            ("LATCHKEY_DATABASE_URL", "postgres://lock@db.example/lock?sslmode=prefer"),
            ("LATCHKEY_DATABASE_PASSWORD", "hunter2\0"), ("LATCHKEY_DATABASE_REPLICAS", "one"),
            ("LATCHKEY_DATABASE_CONNECTIONS", "0"), ("LATCHKEY_DATABASE_CONNECTIONS", "1001"),
            ("LATCHKEY_DATABASE_POOLER", "session"), ("LATCHKEY_DATABASE_MIGRATE", "always"),
            ("LATCHKEY_PUBLIC_URL", ""), ("LATCHKEY_SECRET_KEYS", nil),
        ] as [(String, String?)])
    func anInvalidPostgreSQLSettingIsNamedWithoutItsValue(_ name: String, _ value: String?) throws {
        var environment = Self.shared
        environment[name] = value
        let error = try #require(throws: SettingError.self) { try Settings(environment: environment) }
        #expect(error.name == name)
        #expect(error.description.allSatisfy { !$0.isNewline } && !error.description.contains("hunter2"))
    }

    @Test(arguments: [
        ([:], "required", 8, "none", true),
        (
            [
                "LATCHKEY_DATABASE_REPLICAS": "none", "LATCHKEY_DATABASE_CONNECTIONS": "20",
                "LATCHKEY_DATABASE_POOLER": "transaction", "LATCHKEY_DATABASE_MIGRATE": "never",
            ], "none", 20, "transaction", false
        ),
    ])
    func postgreSQLSettingsAreReadFromTheEnvironment(
        _ environment: [String: String], _ replicas: String, _ connections: Int, _ pooler: String, _ migrates: Bool
    ) throws {
        let settings = try Settings(environment: Self.shared.merging(environment) { $1 })
        guard case .postgres(let database) = settings.database else {
            Issue.record("not PostgreSQL")
            return
        }
        #expect(database.settings.address.hosts.map(\.name) == ["db1.example", "db2.example"])
        #expect("\(database.settings.replicas)" == replicas && "\(database.settings.pooler)" == pooler)
        #expect(database.connections == connections && database.migratesWhenServing == migrates)
    }
}
