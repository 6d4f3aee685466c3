import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

@testable import PostgresTestSupport

extension Flows {
    @Suite struct ParallelGuessTests {
        private static let email = "ann@example.com"

        /// Counts of responses by problem; `ok` means none.
        private typealias Tally = [String: Int]

        @Test(
            "V1 NIST-3.1.1.2-20 ASVS-6.3.1 concurrent guessing in one process is limited to thirty failures")
        func concurrentGuessingInOneProcessIsLimitedToThirtyFailures() async throws {
            try await ServerUnderTest.run { server in
                let cookies = try await server.lockedPages(8)
                let tally = try await guess([server], cookies, guessers: 5) { _ in ServerUnderTest.wrongPasscode }
                try await expectBlocked(server, tally)
            }
        }

        @Test("V1 concurrent guessing through two processes allows no extra failures")
        func concurrentGuessingThroughTwoProcessesAllowsNoExtraFailures() async throws {
            try await ServerUnderTest.run { first in
                try await ServerUnderTest.run(on: first.data) { second in
                    let cookies = try await first.lockedPages(8)
                    let tally = try await guess([first, second], cookies, guessers: 5) { _ in
                        ServerUnderTest.wrongPasscode
                    }
                    try await expectBlocked(second, tally)
                }
            }
        }

        @Test(
            "V1 concurrent guessing through four PostgreSQL processes allows no extra failures",
            .enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
        func guessingThroughFourPostgreSQLProcessesAllowsNoExtraFailures() async throws {
            let database = try PostgresUnderTest("guesses")
            try await ScratchFolder.with { scratch in
                try await database.run(4, on: DataFolder(in: scratch)) { servers in
                    let cookies = try await servers[0].lockedPages(8)
                    let tally = try await guess(servers, cookies, guessers: 5) { _ in ServerUnderTest.wrongPasscode }
                    try await expectBlocked(servers[3], tally, database.probe.books(of: Self.email))
                }
            }
            try database.drop()
        }

        @Test("V1 with correct attempts, every failure is recorded once")
        func withCorrectAttemptsEveryFailureIsRecordedOnce() async throws {
            try await ServerUnderTest.run { first in
                try await ServerUnderTest.run(on: first.data) { second in
                    let cookies = try await first.lockedPages(6)
                    let tally = try await guess([first, second], cookies, guessers: 5, rounds: 4) { round in
                        round.isMultiple(of: 2) ? ServerUnderTest.passcode : ServerUnderTest.wrongPasscode
                    }
                    let probe = try first.data.probe()
                    let books = try probe.books(of: Self.email)
                    #expect(tally["ok", default: 0] > 0)
                    #expect(books.failedEvents == tally["incorrect-passcode", default: 0])
                    #expect(books.reservations == 0)
                    #expect(books.accountFailures < AttemptPolicy.perAccount && !books.resetRequired)
                    #expect(try Self.longestRunOfFailures(probe.kinds(of: Self.email)) <= AttemptPolicy.perAccount)
                    let known: Set = [
                        "ok", "incorrect-passcode", "too-many-attempts", "locked", "unauthenticated",
                        "temporarily-unavailable",
                    ]
                    #expect(Set(tally.keys).isSubset(of: known), "\(tally)")
                }
            }
        }

        @Test func concurrentFirstStartsShareKeysAndSchema() async throws {
            for _ in 0..<3 {
                try await ScratchFolder.with { scratch in
                    let data = DataFolder(in: scratch)
                    let processes = try (0..<4).map { _ in try ServerUnderTest.launch(on: data) }
                    let result: Result<Void, any Error>
                    do {
                        for process in processes { _ = try await ServerUnderTest.origin(of: process) }
                        let probe = try data.probe()
                        switch probe {
                        case .sqlite:
                            let migrations = SQLiteStore.migrator.migrations.count
                            #expect(try probe.count("grdb_migrations") == migrations)
                        case .postgres:
                            #expect(try probe.count("schema_migrations") == Migration.all.count)
                        }
                        #expect(try probe.count("key_check") == 1)
                        let names = try FileManager.default.contentsOfDirectory(atPath: data.folder.path)
                        #expect(!names.contains { $0.hasSuffix(".tmp") })
                        result = .success(())
                    } catch {
                        result = .failure(error)
                    }
                    for process in processes { await process.kill9() }
                    try result.get()
                    // The keys on disk are those of both, or one could not start again.
                    try await ServerUnderTest.run(on: data) { _ in }
                }
            }
        }

        /// Runs `guessers` concurrent tasks per session, each until its session is out of attempts or after `rounds`
        /// evaluated guesses.
        private func guess(
            _ servers: [ServerUnderTest], _ cookies: [String], guessers: Int, rounds: Int = 30,
            _ passcode: @escaping @Sendable (Int) -> String
        ) async throws -> Tally {
            try await withThrowingTaskGroup(of: Tally.self) { group in
                for index in 0..<(cookies.count * guessers) {
                    let (server, cookie) = (servers[index % servers.count], cookies[index / guessers])
                    group.addTask {
                        try await Self.guess(server, cookie, rounds: rounds) { passcode(index + $0) }
                    }
                }
                var tally = Tally()
                for try await part in group { tally.merge(part, uniquingKeysWith: +) }
                return tally
            }
        }

        private static func guess(
            _ server: ServerUnderTest, _ cookie: String, rounds: Int, _ passcode: (Int) -> String
        ) async throws -> Tally {
            var tally = Tally()
            var looked = 0
            let end = ContinuousClock.now + .seconds(20)
            while looked < rounds, ContinuousClock.now < end {
                let response = try await server.verify(passcode(looked), cookie: cookie)
                let problem = response.status == 200 ? "ok" : response.problem
                tally[problem, default: 0] += 1
                switch problem {
                case "ok", "incorrect-passcode": looked += 1
                case "temporarily-unavailable": continue
                // Another attempt is in progress in the session, or it has a delay.
                case "too-many-attempts":
                    if response.retryAfter != 1 { return tally }
                default: return tally
                }
            }
            return tally
        }

        /// - Parameter books: Nil for the server's own file.
        private func expectBlocked(
            _ server: ServerUnderTest, _ tally: Tally, _ books: DatabaseProbe.Books? = nil
        ) async throws {
            #expect(tally["incorrect-passcode"] == AttemptPolicy.perAccount, "\(tally)")
            #expect(tally["ok"] == nil)
            let books = try books ?? server.data.probe().books(of: Self.email)
            #expect(books.failedEvents == AttemptPolicy.perAccount)
            #expect(books.resetRequired)
            #expect(books.sessions == 0)
            #expect(books.reservations == 0)
            _ = try await server.data.takeEmail(to: Self.email, "Your passcode was blocked")
            try server.data.advanceClock(by: .seconds(600))
            let page = try await server.signInPage()
            let right = try await server.verify(ServerUnderTest.passcode, cookie: page)
            #expect(right.problem == "passcode-reset-required")
        }

        private static func longestRunOfFailures(_ kinds: [String]) -> Int {
            var (longest, run) = (0, 0)
            for kind in kinds {
                if kind == "passcode_failed" { run += 1 }
                if kind == "unlocked_after_failures" { run = 0 }
                longest = max(longest, run)
            }
            return longest
        }
    }
}
