import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A start with a wrong password or without one.
@Suite(.withPostgres)
struct PasswordStartTests {
    @Test(arguments: [(nil, "is required: the role has a password"), ("hunter2", "is not the password of the role")])
    func aStartWithAWrongPasswordNamesTheProblem(_ password: String?, _ reason: String) async throws {
        let cluster = try TestCluster(access: ["host all guarded 127.0.0.1/32 scram-sha-256"])
        try cluster.query("CREATE ROLE guarded LOGIN PASSWORD 'correct horse'")
        let address = try PostgresAddress(
            url: cluster.url(user: "guarded"), password: password.flatMap { PostgresPassword($0) })
        let error = await #expect(throws: SettingError.self) {
            try await PostgresStore.open(
                PostgresDatabase(
                    settings: PostgresSettings(address: address, replicas: .none), connections: 1,
                    migratesWhenServing: true),
                clock: nil, for: PostgresStore.Use(schema: .migrated, sendsHeartbeats: true), logger: .silent)
        }
        #expect(error?.isAbout(\.databasePassword) == true)
        #expect(error?.reason == reason)
    }
}
