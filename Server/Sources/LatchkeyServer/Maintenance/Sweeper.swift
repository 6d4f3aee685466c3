import AsyncAlgorithms
import LatchkeyServerCore
import Logging
import ServiceLifecycle

/// Deletes what has outlived its use, and settles the attempts that no request settles.
struct Sweeper: Sendable {
    private typealias Step = @Sendable (Transaction, Int) throws -> Int

    /// How long one transaction deletes; its commit comes on top.
    private static let timeSlice: Duration = .milliseconds(20)
    /// The rows of one statement. Each may be a session with all its tokens.
    private static let rows = 20

    let store: any Store
    let ledger: AttemptLedger
    let unreadable: UnreadableRows
    let imports: ImportRecovery
    let rules: TeamRules
    let logger: Logger
    /// The time that a transaction is measured by.
    var instant: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Settles account by account: one that cannot be read is set aside, and its owner's next request says so.
    func settleStaleAttempts() async throws {
        let due = try await store.read { transaction in
            try transaction.reservations.accounts(
                reservedUpTo: transaction.now - AttemptLimits.settleWithin,
                orAfter: transaction.now + Session.clockTolerance)
        }
        let setAside = unreadable.keys(in: .reservations)
        for accountID in due where !setAside.contains(UnreadableRows.key(ofID: accountID)) {
            do {
                try await store.write(on: .account(accountID)) { [ledger] in
                    _ = try ledger.settleStale($0.reservations.list(accountID: accountID), in: $0)
                }
            } catch is UnreadableRowError {
                unreadable.setAside(UnreadableRows.key(ofID: accountID), in: .reservations)
            }
        }
    }

    /// Deletes in short transactions, between which requests write, and ends the imports that have not ended. Of
    /// several processes one deletes, and the others leave it to that one.
    func sweep() async throws {
        for step in steps {
            while try await store.write(on: .sweep, as: .background, { try run(step, in: $0) }) {}
        }
        _ = try await imports.run(keepingStagingFor: ImportRecovery.stagingTime)
    }

    private var steps: [Step] {
        [
            { try $0.sessionTokens.deleteExpired(at: $0.now, limit: $1) },
            { try $0.sessions.deleteExpired(at: $0.now, limit: $1) },
            { [rules] in try $0.sessions.deleteBegun(upTo: $0.now - rules.sessionLifetime, limit: $1) },
            { try $0.oneTimeTokens.deleteExpired(at: $0.now, limit: $1) },
            { try $0.usedTokens.deleteExpired(at: $0.now, limit: $1) },
            { try $0.outbox.deleteExpired(at: $0.now, limit: $1) },
            { try $0.mailRequests.deleteOutdated(upTo: $0.now - MailLimits.window, limit: $1) },
            { try $0.notices.deleteMailed(at: $0.now, limit: $1) },
            { try $0.activity.delete(upTo: $0.now - ActivityEvent.lifetime, limit: $1) },
        ]
    }

    /// Returns whether something is left.
    private func run(_ step: Step, in transaction: Transaction) throws -> Bool {
        guard transaction.sweeps else { return false }
        let end = instant() + Self.timeSlice
        repeat {
            if try step(transaction, Self.rows) < Self.rows { return false }
        } while instant() < end
        return true
    }
}

/// Sweeps at the start and every minute, and settles expired attempts every second.
struct SweeperService: Service {
    let sweeper: Sweeper

    func run() async throws { await run(by: .suspending) }

    func run<Time: Clock<Duration>>(by clock: Time) async {
        let timer = AsyncTimerSequence(interval: .seconds(1), clock: clock)
        var second = 0
        var last: Time.Instant?
        let log = LogThrottle(sweeper.logger)
        for await now in chain([clock.now].async, timer).cancelOnGracefulShutdown() {
            // The timer makes up for intervals that it missed, one right after the other: those are left out.
            if let last, last.duration(to: now) < .milliseconds(500) { continue }
            defer { last = clock.now }
            await log.run("settling of attempts") { try await sweeper.settleStaleAttempts() }
            if second.isMultiple(of: 60) { await log.run("sweeper") { try await sweeper.sweep() } }
            second += 1
        }
    }
}
