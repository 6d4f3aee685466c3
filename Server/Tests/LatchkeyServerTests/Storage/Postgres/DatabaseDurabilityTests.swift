import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

@Suite struct DatabaseDurabilityTests {
    private static let lasting = DatabaseDurability(
        syncs: true, writesFullPages: true, standbyNames: "b", maximumStandbys: 10, seesStandbys: true)

    private static func changed(_ change: (inout DatabaseDurability) -> Void) -> DatabaseDurability {
        var durability = lasting
        change(&durability)
        return durability
    }

    @Test("V1 V2 a server that may lose commits is rejected")
    func aServerThatMayLoseCommitsIsRejected() throws {
        try Self.lasting.demand(.required)
        try Self.lasting.demand(.none)
        let always = [
            ("fsync", Self.changed { $0.syncs = false }),
            ("full_page_writes", Self.changed { $0.writesFullPages = false }),
        ]
        for (word, durability) in always {
            for replicas in [PostgresSettings.Replicas.required, .none] {
                let error = try #require(throws: SettingError.self) { try durability.demand(replicas) }
                #expect(error.isAbout(\.databaseURL) && error.reason.contains(word))
            }
        }
        let replicated = [
            ("synchronous_standby_names", Self.changed { $0.standbyNames = "" }),
            ("max_wal_senders", Self.changed { $0.maximumStandbys = 0 }),
            ("pg_read_all_stats", Self.changed { $0.seesStandbys = false }),
        ]
        for (word, durability) in replicated {
            let error = try #require(throws: SettingError.self) { try durability.demand(.required) }
            #expect(error.isAbout(\.databaseReplicas) && error.reason.contains(word))
            try durability.demand(.none)
        }
    }

    @Test(
        "V1 V2 a start requires a durable server",
        .enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"),
        arguments: [
            (["fsync = off"], "fsync"), (["full_page_writes = off"], "full_page_writes"),
            (["max_wal_senders = 0", "synchronous_standby_names = 'b'"], "max_wal_senders"),
            (["synchronous_standby_names = 'b'"], "pg_read_all_stats"), ([], "synchronous_standby_names"),
        ])
    func aStartRequiresADurableServer(settings: [String], word: String) async throws {
        let cluster = try TestCluster(["fsync = on"] + settings)
        try cluster.query("SET synchronous_commit = local; CREATE ROLE plain LOGIN")
        let address = try PostgresAddress(url: cluster.url(user: "plain"), password: nil)
        let database = PostgresDatabase(
            settings: PostgresSettings(address: address).ample, connections: 1, migratesWhenServing: true)
        let pool = PostgresPool(settings: database.settings, size: 1, timeout: .ample, logger: .silent)
        defer { pool.close() }
        let error = await #expect(throws: SettingError.self) {
            try await PostgresStore.prepare(database, on: pool, schema: .asItIs, logger: .silent)
        }
        #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "")")
        guard word == "pg_read_all_stats" else { return }
        try cluster.query("SET synchronous_commit = local; GRANT pg_read_all_stats TO plain")
        let next = await #expect(throws: SettingError.self) {
            try await PostgresStore.prepare(database, on: pool, schema: .asItIs, logger: .silent)
        }
        #expect(next?.reason.contains("schema") == true, "\(next?.reason ?? "")")
    }

    @Test(.withPostgres)
    func startingWithoutAStandbyNamesTheReplicasSetting() async throws {
        let cluster = try TestCluster(["fsync = on"])
        let address = try PostgresAddress(url: cluster.url(), password: nil)
        let pool = PostgresPool(
            settings: PostgresSettings(address: address, replicas: .none).ample, size: 1, timeout: .ample,
            logger: .silent)
        try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .ample)
        pool.close()
        try cluster.query("ALTER SYSTEM SET synchronous_standby_names = 'b'")
        try cluster.query("SELECT pg_reload_conf()")
        try await waitUntil("reload") { try cluster.query("SHOW synchronous_standby_names") == "b" }
        let error = await #expect(throws: SettingError.self) {
            try await PostgresStore.open(
                PostgresDatabase(
                    settings: PostgresSettings(address: address), connections: 1, migratesWhenServing: true),
                clock: nil, for: PostgresStore.Use(schema: .migrated, sendsHeartbeats: true), logger: .silent)
        }
        #expect(error?.isAbout(\.databaseReplicas) == true)
        #expect(error?.reason.contains("pg_stat_replication") == true, "\(error?.reason ?? "")")
    }
}
