import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct MetricsTests {
        @Test("V10 ASVS-13.4.5 metrics have their own port and no personal data")
        func metricsHaveTheirOwnPortAndNoPersonalData() async throws {
            let port = try await FreePort.find()
            try await ServerUnderTest.run(settings: ["LATCHKEY_METRICS_PORT": "\(port)"]) { server in
                let session = try await server.signInWithPasscode()
                _ = try await server.verify(ServerUnderTest.wrongPasscode, bearer: session.accessToken)
                let metrics = ServerUnderTest(
                    process: server.process, data: server.data, origin: "http://127.0.0.1:\(port)")
                let response = try await metrics.get("/metrics")
                #expect(response.status == 200)
                #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
                for line in [
                    "latchkey_passcode_attempts_total{result=\"wrong\"} 1", "latchkey_kdf_duration_seconds_count 2",
                    // PostgreSQL estimates the number.
                    TestStore.current == .sqlite ? "latchkey_sessions 1" : "# TYPE latchkey_sessions gauge",
                    "latchkey_database_up 1",
                ] { #expect(response.text.contains(line + "\n"), "\(line)") }
                #expect(response.text.contains(/latchkey_mails_total\{result="sent"\} [1-9]/))
                for secret in [
                    "ann@", "example", "127.0.0.1", ServerUnderTest.passcode, session.accessToken, session.user.id,
                ] { #expect(!response.text.contains(secret), "\(secret)") }
                for path in ["/", "/api/auth/me", "/health/live"] {
                    #expect(try await metrics.get(path).status == 404, "\(path)")
                }
                #expect(try await server.get("/metrics").status == 404)
            }
        }

        @Test(.onOneStore) func aMetricsPortInUseStopsTheStart() async throws {
            try await ServerUnderTest.run { server in
                try await ScratchFolder.with { scratch in
                    let process = try ServerUnderTest.launch(
                        on: DataFolder(in: scratch), .init(settings: ["LATCHKEY_METRICS_PORT": server.port]))
                    let exit = try? await process.exit()
                    await process.kill9()
                    #expect(exit == ChildProcess.Exit(status: 2, bySignal: false))
                    #expect(process.output.isEmpty)
                    #expect(process.errors.hasPrefix("latchkey-server: LATCHKEY_METRICS_PORT: "), "\(process.errors)")
                }
            }
        }
    }
}
