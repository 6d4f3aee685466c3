import Foundation
import GRDB
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@testable import PostgresTestSupport

extension Flows {
    @Suite struct CrashTests {
        private static let email = "ann@example.com"
        private static let onePermit = ServerUnderTest.Start(
            settings: ["LATCHKEY_KDF_PERMITS": "1"], holdsHashes: true)

        @Test(
            "V2 a killed attempt stays spent and fails after ten seconds",
            .holdingHashes)
        func aKilledAttemptStaysSpentAndFailsAfterTenSeconds() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                // The correct passcode, so that an uncounted attempt would show.
                let cookie = try await ServerUnderTest.run(on: data, Self.onePermit) { server in
                    let cookie = try await server.signInPageWithPasscode()
                    try await killDuringCheck(server) {
                        try await server.verify(ServerUnderTest.passcode, cookie: cookie)
                    }
                    return cookie
                }
                try await ServerUnderTest.run(on: data) { server in
                    let probe = try data.probe()
                    // A restart does not refund it: the session is still busy.
                    #expect(try probe.reservations() == 1)
                    #expect(
                        try await server.verify(ServerUnderTest.passcode, cookie: cookie).problem
                            == "too-many-attempts")
                    try data.advanceClock(by: .seconds(10))
                    try await waitUntil("settling of the attempt") { try probe.reservations() == 0 }
                    let books = try probe.books(of: Self.email)
                    #expect(books.accountFailures == 1)
                    #expect(books.sessionFailures == 1)
                    #expect(books.failedEvents == 1)
                    #expect(try await server.verify(ServerUnderTest.passcode, cookie: cookie).status == 200)
                }
            }
        }

        @Test("V2 a killed tenth attempt ends the session", .holdingHashes)
        func aKilledTenthAttemptEndsTheSession() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let cookie = try await ServerUnderTest.run(on: data, Self.onePermit) { server in
                    let cookie = try await server.signInPageWithPasscode()
                    try await Self.write(data, "UPDATE sessions SET failures = 9; UPDATE users SET failures = 9")
                    try await killDuringCheck(server) {
                        try await server.verify(ServerUnderTest.passcode, cookie: cookie)
                    }
                    return cookie
                }
                try data.advanceClock(by: .seconds(10))
                try await ServerUnderTest.run(on: data) { server in
                    let right = try await server.verify(ServerUnderTest.passcode, cookie: cookie)
                    #expect(right.problem == "unauthenticated")
                    let books = try data.probe().books(of: Self.email)
                    #expect(books.sessions == 0)
                    #expect(books.accountFailures == 10)
                    _ = try await data.takeEmail(to: Self.email, "A session was ended after 10 wrong passcodes")
                }
            }
        }

        @Test("V2 a correct attempt stalled for ten seconds fails", .holdingHashes)
        func aCorrectAttemptStalledForTenSecondsFails() async throws {
            try await ServerUnderTest.run(settings: Self.onePermit.settings, holdsHashes: true) { server in
                let cookie = try await server.signInPageWithPasscode()
                _ = try await server.post("/api/auth/lock", cookie: cookie)
                let response = try await server.holdCheck {
                    try await server.verify(ServerUnderTest.passcode, cookie: cookie)
                } _: { response in
                    try server.data.advanceClock(by: .seconds(10))
                    server.process.signal(SIGCONT)
                    return try await response.value
                }
                #expect(response.problem == "incorrect-passcode")
                #expect(try await server.user(cookie: cookie).locked)
                #expect(try server.data.probe().books(of: Self.email).accountFailures == 1)
            }
        }

        @Test("V2 killed under load, the database opens without extra attempts")
        func killedUnderLoadTheDatabaseOpensWithoutExtraAttempts() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let cookies = try await ServerUnderTest.run(on: data) { try await $0.lockedPages(4) }
                var completed = 0
                for round in 0..<5 {
                    completed += try await ServerUnderTest.run(on: data) { server in
                        try await guessUntilKilled(server, cookies, after: 1 + round % 3)
                    }
                }
                try data.advanceClock(by: .seconds(10))
                try await ServerUnderTest.run(on: data) { server in
                    let probe = try data.probe()
                    try await waitUntil("settling of all attempts") { try probe.reservations() == 0 }
                    #expect(try probe.integrity() == "ok")
                    let books = try probe.books(of: Self.email)
                    // Every reported failure is recorded, and attempts of killed servers may be too.
                    #expect(books.failedEvents >= completed)
                    #expect(books.failedEvents == books.accountFailures)
                    // Four sessions with four attempts each, after which each has a delay.
                    #expect(books.accountFailures <= 16)
                    #expect(try await server.get("/health/ready").status == 200)
                }
            }
        }

        private func killDuringCheck(
            _ server: ServerUnderTest, _ check: @escaping @Sendable () async throws -> TestResponse
        ) async throws {
            try await server.holdCheck(check) { response in
                await server.process.kill9()
                // The connection was lost; no client got a response.
                await #expect(throws: (any Error).self) { try await response.value }
            }
        }

        /// Kills the server after a number of responses, or once no session may attempt more. Returns the number of
        /// failures with a response.
        private func guessUntilKilled(
            _ server: ServerUnderTest, _ cookies: [String], after count: Int
        ) async throws -> Int {
            let (failures, ended) = (Shared(0), Shared(0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for cookie in cookies {
                    group.addTask {
                        while let response = try? await server.verify(ServerUnderTest.wrongPasscode, cookie: cookie) {
                            if response.problem == "incorrect-passcode" {
                                failures.change { $0 += 1 }
                            } else if response.problem != "temporarily-unavailable" {
                                break
                            }
                        }
                        ended.change { $0 += 1 }
                    }
                }
                try await waitUntil("responses") { failures.value >= count || ended.value == cookies.count }
                await server.process.kill9()
                try await group.waitForAll()
            }
            return failures.value
        }

        private static func write(_ data: DataFolder, _ sql: String) async throws {
            if case .postgres(let database) = try data.probe() {
                try database.query(sql)
                return
            }
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            let queue = try DatabaseQueue(path: data.databaseFile.path, configuration: configuration)
            try await queue.write { db in try db.execute(sql: sql) }
            try queue.close()
        }
    }
}
