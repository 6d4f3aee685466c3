import Foundation
import LatchkeyTestSupport
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

extension Flows {
    /// Kills one of three servers and the primary of their database, and promotes the standby. The other two servers
    /// continue, and are killed in the end. Runs two rounds, or `LATCHKEY_SOAK_ROUNDS` (`make soak`).
    @Suite(
        .enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"),
        .enabled(if: TestStore.current == .sqlite, "runs with the tests on SQLite"))
    struct PromotionSoakTests {
        @Test(
            "V1 V2 V5 V6 promotion under load loses nothing and allows no extra attempts",
            arguments: SeededGenerator.seeds(2))
        func promotionUnderLoadLosesNothingAndAllowsNoExtraAttempts(seed: UInt64) async throws {
            // The server requires durability.
            let pair = try TestPair(failsOver: true, ["fsync = on"])
            try pair.makeSynchronous()
            let start = PostgresUnderTest.start(pair.url(), replicas: "required")
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let all = try await ServerUnderTest.run(3, on: data, start) { servers in
                    var later: [SoakBooks] = []
                    let earlier = try await SoakUser.load(servers, seed: seed) {
                        try await Self.replacePrimary(of: pair, killing: servers[0], seed: seed)
                        for server in servers[1...] {
                            try await waitUntil("service") { try await server.get("/health/ready").status == 200 }
                        }
                        later = try await SoakUser.load(Array(servers[1...]), seed: seed, from: 4) {
                            for server in servers { await server.process.kill9() }
                        }
                    }
                    return earlier + later
                }
                try data.setClock(ahead: .seconds(70))
                try await ServerUnderTest.run(on: data, start) { server in
                    try await SoakBooks.check(all, server, PostgresProbe(cluster: pair.standby, database: "postgres"))
                }
            }
        }

        /// In one round of two, commits wait for the standby when the primary is killed.
        private static func replacePrimary(
            of pair: TestPair, killing server: ServerUnderTest, seed: UInt64
        ) async throws {
            var random = SeededGenerator(seed: seed)
            if seed.isMultiple(of: 2) {
                pair.holdReplication()
                // The servers' heartbeats commit at the latest.
                try await waitUntil("waiting commit") { try pair.waiting() >= 3 }
            }
            let first = Bool.random(using: &random)
            if first { await server.process.kill9() }
            pair.primary.kill(SIGKILL)
            if !first { await server.process.kill9() }
            try pair.promote()
        }
    }
}
