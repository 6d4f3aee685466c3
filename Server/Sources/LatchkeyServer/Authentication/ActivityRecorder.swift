import LatchkeyServerCore
import Logging
import Synchronization

/// A recorder of session activity, in the background and in batches. Requests do not wait for it.
///
/// An update that cannot be stored is dropped: the session then locks early, never late.
final class ActivityRecorder: Sendable {
    /// Maximum number of queued sessions. The database is failing if it is exceeded.
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

    /// Queues an update of the session's activity, unless one was stored recently. Returns immediately.
    ///
    /// - Parameter now: The store's time, the same for all servers.
    func note(_ sessionID: String, lastActiveAt: Timestamp, at now: Timestamp) {
        guard now - lastActiveAt >= Session.activityLag else { return }
        state.withLock { state in
            guard state.waiting.count < Self.capacity || state.waiting[sessionID] != nil else { return }
            state.waiting[sessionID] = now
            state.worker = state.worker ?? Task { await work() }
        }
    }

    /// Waits until the queue is empty.
    func finish() async {
        while let worker = state.withLock({ $0.worker }) { await worker.value }
    }

    private func work() async {
        while let batch = takeBatch() {
            await log.run("recording of activity") {
                try await store.write(on: .queue, as: .background) { [rules] transaction in
                    for (id, time) in batch { try transaction.touch(id, under: rules, at: time) }
                }
            }
        }
    }

    /// Returns the next batch, or nil if the queue is empty and the worker ends.
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
    /// Updates the session's activity, unless it was locked or became idle in the meantime.
    fileprivate func touch(_ id: String, under rules: TeamRules, at time: Timestamp) throws {
        do {
            guard let session = try sessions.find(id: id), let account = try accounts.find(id: session.accountID),
                !session.isLocked(of: account, under: rules, at: time),
                time - session.lastActiveAt >= Session.activityLag
            else { return }
            try sessions.touch(id: id, at: time)
        } catch is InvalidRowError {
            // The next request reports the error; the other sessions of the batch are stored.
        }
    }
}
