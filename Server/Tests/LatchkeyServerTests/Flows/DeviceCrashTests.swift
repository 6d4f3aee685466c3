import Foundation
import LatchkeyAPI
import LatchkeyTestSupport
import Testing

@testable import LatchkeyServer

@testable import PostgresTestSupport

extension Flows {
    /// Kills the server at random times and counts its evaluations: once, or `LATCHKEY_SOAK_ROUNDS` times
    /// (`make soak`).
    @Suite struct DeviceCrashTests {
        @Test("V2 V19 killed under load, a device gets no extra evaluations", arguments: SeededGenerator.seeds(1))
        func killedUnderLoadADeviceGetsNoExtraEvaluations(seed: UInt64) async throws {
            try await ScratchFolder.with { scratch in
                var random = SeededGenerator(seed: seed)
                let data = DataFolder(in: scratch)
                let device = try await ServerUnderTest.run(on: data) { server in
                    try await server.registerDevice(bearer: server.signInWithPasscode().accessToken)
                }
                var evaluated = 0
                for _ in 1...4 {
                    let count = Int.random(in: 1...4, using: &random)
                    evaluated += try await ServerUnderTest.run(on: data) { server in
                        try await guessUntilKilled(server, device, after: count)
                    }
                    try data.advanceClock(by: .seconds(960))
                }
                try await ServerUnderTest.run(on: data) { server in
                    let probe = try data.probe()
                    #expect(try probe.integrity() == "ok")
                    let failures = try Int(probe.rows("SELECT failures FROM unlock_keys")[0][0]) ?? 0
                    // Every response was counted before; killed attempts may be, too. Four, then one after each delay.
                    #expect((evaluated...7).contains(failures) && evaluated > 0)
                    let attempt = try device.attempt()
                    let response = try await server.post("/api/auth/unlock/evaluate", device.body(evaluating: attempt))
                    #expect(try device.opens(attempt, by: response))
                }
            }
        }

        /// Kills the server after a number of evaluations, or once none is allowed. Returns the number of evaluations.
        private func guessUntilKilled(
            _ server: ServerUnderTest, _ device: TestDevice, after count: Int
        ) async throws -> Int {
            let (evaluated, ended) = (Shared(0), Shared(0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let body = { try device.body(evaluating: device.attempt(ServerUnderTest.wrongPasscode)) }
                        while let response = try? await server.post("/api/auth/unlock/evaluate", body()) {
                            guard response.status == 200 else { break }
                            evaluated.change { $0 += 1 }
                        }
                        ended.change { $0 += 1 }
                    }
                }
                try await waitUntil("responses") { evaluated.value >= count || ended.value == 4 }
                await server.process.kill9()
                try await group.waitForAll()
            }
            return evaluated.value
        }
    }
}
