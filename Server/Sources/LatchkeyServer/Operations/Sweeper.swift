import Logging
import ServiceLifecycle

/// Deletes what has outlived its use, and settles the attempts that nobody else does.
struct Sweeper: Sendable {
    let dependencies: Dependencies
    let ledger: AttemptLedger

    func settleStaleAttempts() async throws {
        try await dependencies.store.write { [self] repositories in
            let now = dependencies.clock.now()
            for accountID in try repositories.reservations.accounts(reservedUpTo: now - AttemptLimits.settleWithin) {
                try ledger.settleStale(accountID: accountID, in: repositories, at: now)
            }
        }
    }

    func sweep() async throws {
        try await dependencies.store.write { [dependencies] repositories in
            let now = dependencies.clock.now()
            try repositories.sessionTokens.deleteExpired(at: now)
            try repositories.sessions.deleteExpired(at: now)
            try repositories.oneTimeTokens.deleteExpired(at: now)
            try repositories.outbox.deleteExpired(at: now)
            _ = try repositories.mailRequests.deleteOutdated(upTo: now - MailLimits.window, limit: .max)
            _ = try repositories.notices.deleteMailed(at: now, limit: .max)
            try repositories.activity.delete(upTo: now - ActivityEvent.lifetime)
        }
    }
}

/// Sweeps at the start and every minute, and looks for unsettled attempts every second.
struct SweeperService: Service {
    let sweeper: Sweeper

    func run() async throws {
        for await second in AsyncCounter(interval: .seconds(1)).cancelOnGracefulShutdown() {
            do {
                try await sweeper.settleStaleAttempts()
                if second.isMultiple(of: 60) { try await sweeper.sweep() }
            } catch {
                sweeper.dependencies.logger.warning("sweeper stopped", metadata: ["type": "\(type(of: error))"])
            }
        }
    }
}

/// Counts 0, 1, 2, …, one an interval.
struct AsyncCounter: AsyncSequence, Sendable {
    let interval: Duration

    struct Iterator: AsyncIteratorProtocol {
        let interval: Duration
        var count = -1

        mutating func next() async -> Int? {
            count += 1
            if count > 0, (try? await Task.sleep(for: interval)) == nil { return nil }
            return count
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(interval: interval) }
}
