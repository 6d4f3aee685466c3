#if PostgreSQL
import Foundation
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

extension Flows {
    /// Kills servers on PostgreSQL, or PostgreSQL itself, in the middle of everything and looks whether the books are
    /// right: four times, or as often as `LATCHKEY_SOAK_ROUNDS` says (`make soak`).
    @Suite(
        .enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"),
        .enabled(if: TestStore.current == .sqlite, "it runs beside those on SQLite"))
    struct PostgresSoakTests {
        // A server of PostgreSQL's that could lose commits is refused.
        private static let cluster = Result { try TestCluster(["fsync = on"]) }

        @Test(
            "V2, V5, V6 kill -9 of servers or of the database loses no account and no mail, and gives no attempt",
            arguments: SoakRandom.seeds(4))
        func killedAtARandomMoment(seed: UInt64) async throws {
            let cluster = try Self.cluster.get()
            let database = "soak\(seed)"
            try cluster.query("CREATE DATABASE \(database)")
            let start = ServerUnderTest.Start(settings: [
                "LATCHKEY_DATABASE_URL": cluster.url(database: database), "LATCHKEY_DATABASE_REPLICAS": "none",
                "LATCHKEY_SECRET_KEYS": "k1:" + Data(repeating: 7, count: 32).base64EncodedString(),
                "LATCHKEY_PUBLIC_URL": "http://127.0.0.1:8080", "LATCHKEY_WEBHOOK_SECRET": "hook",
            ])
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let all = try await ServerUnderTest.run(on: data, start) { first in
                    try await ServerUnderTest.run(on: data, start) { second in
                        try await SoakUser.load([first, second], seed: seed) {
                            if seed.isMultiple(of: 2) {
                                cluster.kill(SIGKILL)
                                cluster.stop()
                                // Not before the last of its processes has noticed.
                                try await waitUntil("start") { (try? cluster.start()) != nil }
                            }
                            await first.process.kill9()
                            await second.process.kill9()
                        }
                    }
                }
                try data.setClock(ahead: .seconds(70))
                try await ServerUnderTest.run(on: data, start) { server in
                    let probe = PostgresProbe(cluster: cluster, database: database)
                    try await SoakBooks.check(all, server, probe)
                }
            }
            try cluster.query("DROP DATABASE \(database) WITH (FORCE)")
        }
    }
}
#endif
