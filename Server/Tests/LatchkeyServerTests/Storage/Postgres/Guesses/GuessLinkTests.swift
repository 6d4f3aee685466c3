import Foundation
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// Every message between a verification and the database is held, cut and delayed, in both directions.
@Suite(.serialized, .withPostgres)
struct GuessLinkTests {
    /// A verification of the store's own account, with a link failure at one message.
    private struct Trial: Sendable {
        let plan: FaultyLink.Plan
        let account: GuessedAccount
        /// The account whose verifications open the connection and prepare its statements.
        let first: GuessedAccount
        let passcode: String
        let database: TestDatabase
        /// Whether each commit queries the standbys with its own messages.
        let replicas: PostgresSettings.Replicas
        /// Reads the server's transactions.
        let monitor: PostgresPool
    }

    private struct Result: Sendable {
        let plan: FaultyLink.Plan
        let end: Guesser.End
        let hasStruck: Bool
    }

    private static let wrong = "000000"
    private static let open = PostgresStatement(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND state <> 'idle'")

    @Test(
        "V2 V8 a link failure at any message spends exactly one attempt",
        arguments: [wrong, GuessedAccount.passcode], [PostgresSettings.Replicas.none, .required])
    func aLinkFailureAtAnyMessageSpendsExactlyOneAttempt(passcode: String, replicas: PostgresSettings.Replicas)
        async throws
    {
        let pair = replicas == .required ? try TestPair(["max_connections = 400"]) : nil
        let database = try await database(on: pair)
        let seeding = try TestPostgres.store(database)
        let monitor = try database.pool()
        defer {
            seeding.close()
            monitor.close()
        }
        let first = try await GuessedAccount.make(1, sessions: 2, in: seeding)[0]
        let counts = try await count(passcode, first, database, replicas)
        let plans = plans(counts, offset: passcode == Self.wrong ? 0 : 1)
        #expect(plans.count >= 3 * 20)
        let firsts = try await GuessedAccount.make(plans.count, sessions: 20, in: seeding)
        let accounts = try await GuessedAccount.make(plans.count, sessions: 30, in: seeding)
        let trials = plans.indices.map { index in
            Trial(
                plan: plans[index], account: accounts[index], first: firsts[index], passcode: passcode,
                database: database, replicas: replicas, monitor: monitor)
        }
        let results = try await withThrowingTaskGroup(of: Result.self) { group in
            var results: [Result] = []
            for (index, trial) in trials.enumerated() {
                if index >= 16, let result = try await group.next() { results.append(result) }
                group.addTask { try await run(trial, reading: seeding) }
            }
            return try await group.reduce(into: results) { $0.append($1) }
        }
        // The faults were effective.
        #expect(results.count(where: \.hasStruck) > plans.count * 3 / 4)
        let right = passcode == Self.wrong ? Guesser.End.wrong(remaining: 9) : .right
        for result in results {
            #expect([right, .unavailable, .undecided].contains(result.end), "\(result)")
            if result.plan.fault == .delay { #expect(result.end == right, "\(result)") }
        }
        for end in [right, .unavailable, .undecided] { #expect(results.contains { $0.end == end }) }
        withExtendedLifetime(pair) {}
    }

    /// Each message with one of the faults in turn; with all of them if `LATCHKEY_SOAK_ROUNDS` is set.
    private func plans(_ counts: [FaultyLink.Direction: Int], offset: Int) -> [FaultyLink.Plan] {
        let isThorough = ProcessInfo.processInfo.environment["LATCHKEY_SOAK_ROUNDS"] != nil
        let faults = FaultyLink.Fault.allCases
        return FaultyLink.Direction.allCases.flatMap { direction in
            (0..<(counts[direction] ?? 0)).flatMap { message in
                (isThorough ? faults : [faults[(message + offset) % faults.count]]).map {
                    FaultyLink.Plan(fault: $0, direction: direction, message: message)
                }
            }
        }
    }

    /// - Parameter pair: Nil for the shared server, which has no standby.
    private func database(on pair: TestPair?) async throws -> TestDatabase {
        guard let pair else { return try await TestPostgres.database() }
        let database = try TestDatabase(on: pair.primary)
        let pool = try database.pool(size: 1)
        defer { pool.close() }
        try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .ample)
        try pair.makeSynchronous()
        return database
    }

    private func settings(
        _ database: TestDatabase, _ replicas: PostgresSettings.Replicas, _ link: FaultyLink, isShort: Bool = false
    ) throws -> PostgresSettings {
        var settings = try database.settings(port: link.port, replicas: replicas).ample
        if isShort { settings.connectTimeout = .milliseconds(500) }
        settings.applicationName = "link \(link.port)"
        return settings
    }

    private func count(
        _ passcode: String, _ account: GuessedAccount, _ database: TestDatabase,
        _ replicas: PostgresSettings.Replicas
    ) async throws -> [FaultyLink.Direction: Int] {
        let link = try FaultyLink(to: database.cluster.port)
        let store = PostgresStore(
            settings: try settings(database, replicas, link), connections: 1, timeout: .ample, logger: .silent)
        let guesser = try await Guesser(store, log: GuessLog())
        _ = try await guesser.guess(at: account, passcode)
        link.arm(nil)
        _ = try await guesser.guess(at: account, passcode)
        let counts = FaultyLink.Direction.allCases.map { ($0, link.count($0)) }
        try await guesser.close()
        return Dictionary(uniqueKeysWithValues: counts)
    }

    private func run(_ trial: Trial, reading books: any Store) async throws -> Result {
        let plan = trial.plan
        let link = try FaultyLink(to: trial.database.cluster.port)
        // Only a held message uses the whole time: three times this to reserve, eight times to settle.
        let isShort = plan.fault == .hold
        let settings = try settings(trial.database, trial.replicas, link, isShort: isShort)
        let log = GuessLog()
        let store = PostgresStore(
            settings: settings, connections: 2, timeout: isShort ? .milliseconds(150) : .ample, logger: .silent)
        let guesser = try await Guesser(store, log: GuessLog())
        try await waitUntil("connection") {
            switch try await guesser.guess(at: trial.first, trial.passcode) {
            case .right, .wrong: true
            default: false
            }
        }
        let struck = try await Guesser(store, log: log)
        link.arm(plan)
        // The result is returned while the link is held.
        let end = try await struck.guess(at: trial.account, trial.passcode)
        let hasStruck = link.hasStruck
        link.release()
        await struck.finish()
        try await expectWhole(struck, trial, log, settings.applicationName)
        let (failures, open) = try await trial.account.spent(in: books)
        // A wrong passcode costs an attempt; a correct one only if it was not settled.
        let first = log.evaluations.contains { $0.guess == 0 } ? 1 : 0
        let others = log.evaluations.count - first
        let isWrong = trial.passcode == Self.wrong
        let spent = (others + (isWrong ? first : 0))...(others + (end == .right ? 0 : first))
        #expect(spent.contains(failures + open), "\(plan): \(end), \(failures) + \(open)")
        try await guesser.close()
        try await struck.close()
        return Result(plan: plan, end: end, hasStruck: hasStruck)
    }

    /// Expects that more concurrent verifications than connections succeed, and the server has no open transaction.
    private func expectWhole(
        _ guesser: Guesser, _ trial: Trial, _ log: GuessLog, _ application: String
    ) async throws {
        try await waitUntil("whole pool") {
            try await withThrowingTaskGroup(of: Guesser.End.self) { group in
                for _ in 0..<4 { group.addTask { try await guesser.guess(at: trial.account, Self.wrong) } }
                return try await group.reduce(true) { isWhole, end in
                    if case .wrong = end { isWhole } else { false }
                }
            }
        }
        await guesser.finish()
        try await waitUntil("end of all transactions") {
            try await trial.monitor.read { try $0.run(Self.open(application)).first?.value(0, as: Int64.self) } == 0
        }
    }
}
