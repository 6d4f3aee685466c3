import AsyncAlgorithms
import Logging
import ServiceLifecycle

/// Deletes what has outlived its use, and settles the attempts that nobody else does.
struct Sweeper: Sendable {
    private typealias Step = @Sendable (Repositories, Timestamp, Int) throws -> Int

    /// How long the database is held at once; the transaction's own end comes on top.
    private static let turn: Duration = .milliseconds(20)
    /// Rows a statement. Each may be a session with all its tokens.
    private static let rows = 20

    let dependencies: Dependencies
    let ledger: AttemptLedger
    let unreadable: UnreadableRows
    let imports: ImportRecovery
    /// The time that a turn is measured by.
    var instant: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Settles account by account: one that cannot be read is set aside, and its owner's next request says so.
    func settleStaleAttempts() async throws {
        let now = dependencies.clock.now()
        let due = try await dependencies.store.read { repositories in
            try repositories.reservations.accounts(
                reservedUpTo: now - AttemptLimits.settleWithin, orAfter: now + Session.clockTolerance)
        }
        let setAside = unreadable.keys(in: .reservations)
        for accountID in due where !setAside.contains(UnreadableRows.key(ofID: accountID)) {
            do {
                try await dependencies.store.write { [self] repositories in
                    _ = try ledger.settleStale(accountID: accountID, in: repositories, at: dependencies.clock.now())
                }
            } catch is UnreadableRowError {
                unreadable.setAside(UnreadableRows.key(ofID: accountID), in: .reservations)
            }
        }
    }

    /// Deletes in short turns, between which requests write, and ends the imports that nobody else does.
    func sweep() async throws {
        for step in Self.steps {
            while try await dependencies.store.write(
                as: .background, { try turn(of: step, in: $0, at: dependencies.clock.now()) })
            {}
        }
        _ = try await imports.run(keepingStagingFor: ImportRecovery.stagingTime)
    }

    private static let steps: [Step] = [
        { try $0.sessionTokens.deleteExpired(at: $1, limit: $2) },
        { try $0.sessions.deleteExpired(at: $1, limit: $2) },
        { try $0.oneTimeTokens.deleteExpired(at: $1, limit: $2) },
        { try $0.outbox.deleteExpired(at: $1, limit: $2) },
        { try $0.mailRequests.deleteOutdated(upTo: $1 - MailLimits.window, limit: $2) },
        { try $0.notices.deleteMailed(at: $1, limit: $2) },
        { try $0.activity.delete(upTo: $1 - ActivityEvent.lifetime, limit: $2) },
    ]

    /// Returns whether something is left.
    private func turn(of step: Step, in repositories: Repositories, at now: Timestamp) throws -> Bool {
        let end = instant() + Self.turn
        repeat {
            if try step(repositories, now, Self.rows) < Self.rows { return false }
        } while instant() < end
        return true
    }
}

/// Sweeps at the start and every minute, and looks for unsettled attempts every second.
struct SweeperService: Service {
    let sweeper: Sweeper

    func run() async throws {
        // A timer makes up for the intervals that it missed: by this clock, not for those of a suspended machine.
        let timer = AsyncTimerSequence(interval: .seconds(1), clock: .suspending)
        var second = 0
        for await _ in chain([SuspendingClock.now].async, timer).cancelOnGracefulShutdown() {
            await noting { try await sweeper.settleStaleAttempts() }
            if second.isMultiple(of: 60) { await noting { try await sweeper.sweep() } }
            second += 1
        }
    }

    private func noting(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            sweeper.dependencies.logger.warning("sweeper stopped", metadata: ["type": "\(type(of: error))"])
        }
    }
}
