import Foundation
import LatchkeyAPI
import LatchkeyTestSupport
import Testing

@testable import LatchkeyServer

extension Flows {
    /// Kills the server at random times and checks its records: 20 times, or `LATCHKEY_SOAK_ROUNDS` times
    /// (`make soak`).
    @Suite(.onSQLite) struct SoakTests {
        private let settings = ["LATCHKEY_WEBHOOK_SECRET": CallerSecret.webhook]

        @Test(
            "V1 V2 V5 V6 random kills lose nothing and match the model",
            arguments: SeededGenerator.seeds(20))
        func randomKillsLoseNothingAndMatchTheModel(seed: UInt64) async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let all = try await ServerUnderTest.run(on: data, .init(settings: settings)) { server in
                    try await TransitionLog.begin(in: data)
                    return try await SoakUser.load([server], seed: seed) { await server.process.kill9() }
                }
                // Reserved attempts have become failures, and leases have expired.
                try data.setClock(ahead: .seconds(70))
                try await ServerUnderTest.run(on: data) { server in
                    try await SoakBooks.check(all, server, data.probe())
                    try SoakReferenceModel.check(all, data)
                }
            }
        }
    }
}
