import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

extension Flows {
    @Suite(.enabled(if: TestStore.current == .postgres, "about PostgreSQL alone"))
    struct AfterRestoreTests {
        @Test("V1 V5 lost commits are 503 until after-restore ends sessions")
        func lostCommitsAre503UntilAfterRestoreEndsSessions() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(on: data) { first in
                    try await ServerUnderTest.run(on: data) { second in
                        let session = try await first.signInWithPasscode()
                        _ = try await first.registerDevice(bearer: session.accessToken)
                        try await Self.loseCommits(data)
                        for server in [first, second] {
                            try await waitUntil("end of service") {
                                try await server.get("/health/ready").status == 503
                            }
                            #expect(try await server.get("/api/auth/gate", bearer: session.accessToken).status == 503)
                        }
                        let result = try await data.run(["after-restore"])
                        #expect(result.status == 0, "\(result.errors)")
                        #expect(result.output.hasPrefix("1 accounts restored\n1 sessions ended"))
                        #expect(result.output.contains("\nann@example.com\t"))
                        #expect(result.output.contains("\tPhone\tregistered "))
                        for server in [first, second] {
                            try await waitUntil("service") { try await server.get("/health/ready").status == 200 }
                            #expect(try await server.get("/api/auth/me", bearer: session.accessToken).status == 401)
                        }
                        try data.advanceClock(by: .seconds(60))
                        let fresh = try await second.signIn()
                        let right = try await first.verify(ServerUnderTest.passcode, bearer: fresh.accessToken)
                        #expect(right.status == 200)
                    }
                }
            }
        }

        @Test("V3 V19 after-restore --require-reset requires resets and shuts devices")
        func afterRestoreRequireResetRequiresResetsAndShutsDevices() async throws {
            try await ServerUnderTest.run { server in
                let device = try await server.registerDevice(bearer: server.signInWithPasscode().accessToken)
                let result = try await server.data.run(["after-restore", "--require-reset"])
                #expect(result.status == 0 && result.output.contains("each passcode must be reset by email"))
                // The server's next heartbeat detects the restore.
                try server.data.advanceClock(by: .seconds(60))
                try await waitUntil("service") {
                    try await server.post("/api/auth/magic-link", #"{"email":"bob@example.com"}"#).status == 202
                }
                let fresh = try await server.signIn()
                let response = try await server.verify(ServerUnderTest.passcode, bearer: fresh.accessToken)
                #expect(response.problem == "passcode-reset-required")
                let evaluated = try await server.post(
                    "/api/auth/unlock/evaluate", device.body(evaluating: device.attempt()))
                #expect(evaluated.problem == "device-shut")
            }
        }

        @Test(arguments: [["backup", "x"], ["restore", "x"]])
        func backupAndRestoreAreRejectedWithPostgreSQL(_ command: [String]) async throws {
            try await ScratchFolder.with { scratch in
                let result = try await DataFolder(in: scratch).run(command)
                #expect(result.status == 2 && result.errors.contains("Use its own tools"))
                #expect(result.errors.split(separator: "\n").count == 1)
            }
        }

        /// Simulates a failover without a synchronous standby: acknowledged heartbeats are lost.
        private static func loseCommits(_ data: DataFolder) async throws {
            let database = try FlowPostgres.database(of: data.folder.path)
            try await waitUntil("heartbeats of both") {
                try database.query("SELECT count(*) FROM processes WHERE beat > 2") == "2"
            }
            try database.query("UPDATE processes SET beat = 1")
        }
    }
}
