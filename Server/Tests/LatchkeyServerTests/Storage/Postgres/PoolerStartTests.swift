import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A start behind PgBouncer with transaction pooling, which is missing in the settings.
@Suite(.withPostgres, .enabled(if: TestPooler.program != nil, "PgBouncer is not installed"))
struct PoolerStartTests {
    @Test(arguments: [("08P01", []), ("42P05", ["ignore_startup_parameters = options"])])
    func startingWithAnUnknownPoolerNamesTheSetting(_ code: String, _ settings: [String]) async throws {
        let cluster = try TestCluster(["fsync = on"])
        let pooler = try TestPooler(to: cluster.port, connections: 1, settings)
        let address = try PostgresAddress(url: cluster.url(port: pooler.port), password: nil)
        let error = await #expect(throws: SettingError.self) {
            try await PostgresStore.open(
                PostgresDatabase(
                    settings: PostgresSettings(address: address, replicas: .none), connections: 1,
                    migratesWhenServing: true),
                clock: nil, for: PostgresStore.Use(schema: .migrated, sendsHeartbeats: true), logger: .silent)
        }
        let reason = try #require(error?.reason)
        #expect(reason.contains(code))
        #expect(reason.contains("LATCHKEY_DATABASE_POOLER=transaction"))
    }
}
