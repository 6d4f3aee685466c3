import Foundation
import LatchkeyTestSupport
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

extension Flows {
    /// Kills servers on PostgreSQL, or PostgreSQL itself, at random times and checks the records: four times, or
    /// `LATCHKEY_SOAK_ROUNDS` times (`make soak`).
    @Suite(
        .enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"),
        .enabled(if: TestStore.current == .sqlite, "runs with the tests on SQLite"))
    struct PostgresSoakTests {
        @Test(
            "V2 V5 V6 random kills of servers or database lose nothing",
            arguments: SeededGenerator.seeds(4))
        func randomKillsOfServersOrDatabaseLoseNothing(seed: UInt64) async throws {
            let database = try PostgresUnderTest("soak\(seed)")
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let all = try await database.run(2, on: data) { servers in
                    try await SoakUser.load(servers, seed: seed) {
                        if seed.isMultiple(of: 2) {
                            database.cluster.kill(SIGKILL)
                            database.cluster.stop()
                            // Fails until the server's last process has ended.
                            try await waitUntil("start") { (try? database.cluster.start()) != nil }
                        }
                        for server in servers { await server.process.kill9() }
                    }
                }
                try data.setClock(ahead: .seconds(70))
                try await database.run(1, on: data) { servers in
                    try await SoakBooks.check(all, servers[0], database.probe)
                }
            }
            try database.drop()
        }
    }
}
