import Foundation
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A failover during guesses at accounts. The primary's last commits reach no standby, the standby is promoted, and
/// guessing continues until no attempt is left.
struct Failover: Sendable {
    enum Fault: String, CaseIterable, Sendable {
        /// The primary crashes while commits wait for the standby.
        case crash
        /// An administrator cancels these waits first.
        case cancelledWaits
        /// An administrator disables replication, and the old primary continues for a while.
        case replicationOff
        /// An administrator disables and enables replication, and the primary crashes before its checkpointer has read
        /// that: commits do not wait, although the settings say so.
        case unheededNames
        /// Asynchronous replication.
        case asynchronous
    }

    let log: GuessLog
    let accounts: [GuessedAccount]
    /// The promoted server's records of each account.
    let spent: [(failures: Int, open: Int)]
    /// When replication was held, and when the standby was promoted.
    let held: ContinuousClock.Instant
    let promoted: ContinuousClock.Instant

    /// From the promotion to the next evaluation.
    var pause: Duration? { log.evaluations.map(\.at).filter { $0 > promoted }.min().map { $0 - promoted } }

    static func run(_ fault: Fault) async throws -> Failover {
        let pair = try await pair()
        let seeding = try store(pair.url(), .none, timeout: .ample)
        let accounts = try await GuessedAccount.make(8, in: seeding)
        seeding.close()
        try pair.makeSynchronous()
        if fault == .asynchronous { try pair.setNames("") }
        return try await run(fault, on: pair, accounts)
    }

    /// Returns a primary with the schema, and a standby.
    static func pair() async throws -> TestPair {
        let pair = try TestPair(failsOver: true)
        let pool = try pair.pool(replicas: .none)
        try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .ample)
        pool.close()
        return pair
    }

    static func store(
        _ url: String, _ replicas: PostgresSettings.Replicas, timeout: Duration, beats: Bool = false
    ) throws -> PostgresStore {
        let settings = PostgresSettings(address: try PostgresAddress(url: url, password: nil), replicas: replicas)
        let heartbeat = beats ? Heartbeat(settings: settings, logger: .silent) : nil
        return PostgresStore(
            settings: settings, heartbeat: heartbeat, connections: 4, timeout: timeout, logger: .silent)
    }

    private static func run(_ fault: Fault, on pair: TestPair, _ accounts: [GuessedAccount]) async throws -> Failover {
        let log = GuessLog()
        func guesser(standbyFirst: Bool = false) async throws -> Guesser {
            let url = pair.url(standbyFirst: standbyFirst)
            if fault == .asynchronous {
                return try await Guesser(store(url, .none, timeout: .milliseconds(150)), log: log)
            }
            return try await Guesser(store(url, .required, timeout: .milliseconds(150), beats: true), log: log)
        }
        var guessers: [Guesser] = []
        for _ in 0..<3 { guessers.append(try await guesser()) }
        var loads = [GuessLoad(guessers, at: accounts, clients: 9)]
        try await waitUntil("evaluation of guesses", every: .milliseconds(2)) { log.evaluations.count >= 40 }
        pair.holdReplication()
        let held = ContinuousClock.now
        try await happen(fault, to: pair, log, accounts, since: held)
        if fault != .replicationOff { pair.primary.kill(SIGKILL) }
        let promoted = ContinuousClock.now
        try pair.promote()
        if fault == .replicationOff {
            // Guessers that find the new primary, and those with the old one.
            guessers.append(try await guesser(standbyFirst: true))
            loads.append(GuessLoad([guessers[3]], at: accounts, clients: 3))
            try await waitUntil("evaluation of guesses by the new primary") {
                log.evaluations.count { $0.at > promoted } >= 10
            }
            pair.primary.kill(SIGKILL)
        }
        try await waitUntil("evaluation of guesses after the promotion", every: .milliseconds(2)) {
            // Heartbeats stop all servers if acknowledged ones are lost.
            try log.evaluations.contains { $0.at > promoted }
                || pair.standby.query("SELECT is_broken FROM continuity") == "t"
        }
        for load in loads { try await load.stop() }
        for guesser in guessers { await guesser.finish() }
        // This server has no heartbeats: the database alone must enforce the budget.
        guessers.append(try await Guesser(store(pair.standby.url(), .none, timeout: .ample), log: log))
        for account in accounts { try await exhaust(account, guessers[guessers.count - 1]) }
        for guesser in guessers { try await guesser.close() }
        let survivor = try store(pair.standby.url(), .none, timeout: .ample)
        defer { survivor.close() }
        var spent: [(failures: Int, open: Int)] = []
        for account in accounts { spent.append(try await account.spent(in: survivor)) }
        return Failover(log: log, accounts: accounts, spent: spent, held: held, promoted: promoted)
    }

    /// Runs the scenario on the primary while its standby is cut off.
    private static func happen(
        _ fault: Fault, to pair: TestPair, _ log: GuessLog, _ accounts: [GuessedAccount],
        since held: ContinuousClock.Instant
    ) async throws {
        // More evaluations than earlier reservations allow, which the records would show.
        func isWrong() -> Bool { log.evaluations.count { $0.at > held } >= 20 }
        switch fault {
        case .crash:
            try await waitUntil("undecided commit") { log.undecided >= 3 || isWrong() }
        case .cancelledWaits:
            try await waitUntil("cancelled wait") {
                try pair.primary.query(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                return log.undecided >= 6 || isWrong()
            }
        case .replicationOff:
            try await waitUntil("waiting commit") { try pair.waiting() >= 2 || isWrong() }
            try pair.setNames("")
            try await waitUntil("undecided commit") { log.undecided >= 6 || isWrong() }
        case .unheededNames:
            try await pair.withNamesThatNothingWaitsFor("b") {
                let before = log.undecided
                try await waitUntil("undecided commit") { log.undecided >= before + 6 || isWrong() }
            }
        case .asynchronous:
            try await waitUntil("evaluation of guesses", every: .milliseconds(2)) {
                accounts.allSatisfy { account in
                    log.evaluations.count { $0.account == account.number && $0.at > held } >= 2
                }
            }
        }
    }

    /// Guesses until no attempt is left.
    private static func exhaust(_ account: GuessedAccount, _ guesser: Guesser) async throws {
        while true {
            if case .rejected = try await guesser.guess(at: account) { return }
            await guesser.finish()
        }
    }
}
