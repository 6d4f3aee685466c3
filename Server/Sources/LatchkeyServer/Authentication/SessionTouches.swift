import LatchkeyServerCore
import Logging
import Synchronization

/// Stores which sessions are in use, for all requests together and in the background: no request waits for it.
///
/// What cannot be stored is dropped: the session then locks early, never late.
final class SessionTouches: Sendable {
    /// The most sessions that wait to be stored. With more than these the database is in trouble anyway.
    private static let capacity = 10_000
    private static let batch = 100

    private struct State {
        var waiting: [String: Timestamp] = [:]
        var worker: Task<Void, Never>?
    }

    private let store: any Store
    private let rules: TeamRules
    private let log: LogThrottle
    private let state = Mutex(State())

    init(store: any Store, under rules: TeamRules, logger: Logger) {
        self.store = store
        self.rules = rules
        log = LogThrottle(logger)
    }

    /// Schedules a write that the session is in use now, unless one was stored recently, and returns at once.
    ///
    /// - Parameter now: The store's time, which is the same for all servers.
    func note(_ sessionID: String, lastActiveAt: Timestamp, at now: Timestamp) {
        guard now - lastActiveAt >= Session.activityLag else { return }
        state.withLock { state in
            guard state.waiting.count < Self.capacity || state.waiting[sessionID] != nil else { return }
            state.waiting[sessionID] = now
            state.worker = state.worker ?? Task { await work() }
        }
    }

    /// Returns when nothing is left to be stored.
    func finish() async {
        while let worker = state.withLock({ $0.worker }) { await worker.value }
    }

    private func work() async {
        while let batch = takeBatch() {
            await log.run("noting of activity") {
                try await store.write(on: .queue, as: .background) { [rules] transaction in
                    for (id, time) in batch { try transaction.touch(id, under: rules, at: time) }
                }
            }
        }
    }

    /// Returns nil once nothing waits; the worker has then ended.
    private func takeBatch() -> [(String, Timestamp)]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.batch))
            guard !batch.isEmpty else {
                state.worker = nil
                return nil
            }
            for (id, _) in batch { state.waiting[id] = nil }
            return batch.map { ($0.key, $0.value) }
        }
    }
}

extension Transaction {
    /// Sets the last activity of a session, unless it has been locked, or has become idle, in the meantime.
    fileprivate func touch(_ id: String, under rules: TeamRules, at time: Timestamp) throws {
        do {
            guard let session = try sessions.find(id: id), let account = try accounts.find(id: session.accountID),
                !session.isLocked(of: account, under: rules, at: time),
                time - session.lastActiveAt >= Session.activityLag
            else { return }
            try sessions.touch(id: id, at: time)
        } catch is UnreadableRowError {
            // Its owner is told at the next request; the other sessions of the batch are stored all the same.
        }
    }
}
