import AsyncAlgorithms
import LatchkeyServerCore
import Logging
import ServiceLifecycle

/// The cleanup of expired rows and attempts.
struct Sweeper: Sendable {
    private typealias Step = @Sendable (Transaction, Int) throws -> Int

    /// Time for deletions in one transaction, without its commit.
    private static let timeSlice: Duration = .milliseconds(20)
    /// The number of rows per statement. Each may be a session with all its tokens.
    private static let rows = 20

    let store: any Store
    let limiter: AttemptLimiter
    let unreadable: UnreadableRows
    let imports: ImportRecovery
    let devices: DeviceUnlock
    let rules: TeamRules
    let logger: Logger
    /// The clock for the time slice.
    var instant: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Settles expired attempts account by account. Quarantines an unreadable account; its owner's next request reports
    /// it.
    func settleStaleAttempts() async throws {
        let due = try await store.read { transaction in
            try transaction.reservations.accounts(
                reservedUpTo: transaction.now - AttemptPolicy.settleWithin,
                orAfter: transaction.now + Session.clockTolerance)
        }
        let quarantined = unreadable.keys(in: .reservations)
        for accountID in due where !quarantined.contains(UnreadableRows.key(ofID: accountID)) {
            do {
                try await store.write(on: .account(accountID)) { [limiter] in
                    _ = try limiter.settleStale($0.reservations.list(accountID: accountID), in: $0)
                }
            } catch is InvalidRowError {
                unreadable.quarantine(UnreadableRows.key(ofID: accountID), in: .reservations)
            }
        }
    }

    /// Deletes expired rows in short transactions, destroys spent keys, and ends unfinished imports. Only one process
    /// does so at a time.
    func sweep() async throws {
        for step in steps {
            while try await store.write(on: .sweep, as: .background, { try run(step, in: $0) }) {}
        }
        try await destroySpentKeys()
        _ = try await imports.run(keepingStagingFor: ImportRecovery.stagingTime)
    }

    /// Destroys unlock keys whose last possible attempt was not finished. Quarantines unreadable ones.
    private func destroySpentKeys() async throws {
        let due = try await store.read { transaction in
            try transaction.unlockKeys.spent(
                upTo: transaction.now - AttemptPolicy.finishLastWithin, limit: UnreadableRows.maximum)
        }
        for (id, accountID) in due {
            do {
                try await devices.destroyIfSpent(id, of: accountID)
            } catch is InvalidRowError {
                unreadable.quarantine(UnreadableRows.key(ofID: id), in: .unlockKeys)
            }
        }
    }

    private var steps: [Step] {
        [
            { try $0.sessionTokens.deleteExpired(at: $0.now, limit: $1) },
            { try $0.sessions.deleteExpired(at: $0.now, limit: $1) },
            { [rules] in try $0.sessions.deleteBegun(upTo: $0.now - rules.sessionLifetime, limit: $1) },
            { try $0.unlockKeys.deletePending(upTo: $0.now - UnlockKey.pendingLifetime, limit: $1) },
            { try $0.oneTimeTokens.deleteExpired(at: $0.now, limit: $1) },
            { try $0.usedTokens.deleteExpired(at: $0.now, limit: $1) },
            { try $0.outbox.deleteExpired(at: $0.now, limit: $1) },
            { try $0.emailRequests.deleteOutdated(upTo: $0.now - EmailLimits.window, limit: $1) },
            { try $0.notices.deleteSent(at: $0.now, limit: $1) },
            { try $0.activity.delete(upTo: $0.now - ActivityEvent.lifetime, limit: $1) },
            { try $0.administration.delete(upTo: $0.now - AdministrationEntry.lifetime, limit: $1) },
        ]
    }

    /// Returns whether rows are left.
    private func run(_ step: Step, in transaction: Transaction) throws -> Bool {
        guard transaction.sweeps else { return false }
        let end = instant() + Self.timeSlice
        repeat {
            if try step(transaction, Self.rows) < Self.rows { return false }
        } while instant() < end
        return true
    }
}

/// The service that sweeps at the start and every minute, and settles expired attempts every second.
struct SweeperService: Service {
    let sweeper: Sweeper

    func run() async throws { await run(by: .suspending) }

    func run<Time: Clock<Duration>>(by clock: Time) async {
        let timer = AsyncTimerSequence(interval: .seconds(1), clock: clock)
        var second = 0
        var last: Time.Instant?
        let log = LogThrottle(sweeper.logger)
        for await now in chain([clock.now].async, timer).cancelOnGracefulShutdown() {
            // Skips intervals that the timer missed and repeats immediately.
            if let last, last.duration(to: now) < .milliseconds(500) { continue }
            defer { last = clock.now }
            await log.run("settling of expired attempts") { try await sweeper.settleStaleAttempts() }
            if second.isMultiple(of: 60) { await log.run("sweeper") { try await sweeper.sweep() } }
            second += 1
        }
    }
}
