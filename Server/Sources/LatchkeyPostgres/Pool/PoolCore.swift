import Foundation
import LatchkeyServerCore
import Synchronization

/// The executor of the decisions of ``PoolState``. Threads retain it instead of the pool, so that an unused pool ends
/// them.
final class PoolCore: Sendable {
    private let current: Mutex<PostgresSettings>
    private let log: LogThrottle
    private let state: Mutex<PoolState>
    private let workers: [PoolWorker]
    /// Wakes the timer thread.
    private let wake = DispatchSemaphore(value: 0)

    init(settings: PostgresSettings, size: Int, log: LogThrottle) {
        current = Mutex(settings)
        self.log = log
        state = Mutex(PoolState(workers: size))
        workers = (0..<size).map { PoolWorker(index: $0) }
        for worker in workers { worker.start(for: self) }
        Thread.detachNewThread { self.runClock() }
    }

    var settings: PostgresSettings { current.withLock { $0 } }
    var status: PoolStatus { state.withLock { $0.status } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func submit(_ job: any PostgresJob) { perform { $0.submit(job) } }
    func close() { perform { $0.close() } }

    func reconnect(to host: PostgresHost?) {
        if let host { current.withLock { $0.address = $0.address.preferring(host) } }
        perform { $0.reconnect() }
    }

    /// Whether a worker stops waiting for a commit whose caller already has a result.
    func isAbandoned(_ worker: Int) -> Bool { state.withLock { $0.isClosed || $0.isLeaving(worker) } }

    func opened(_ worker: Int) { perform { $0.opened(worker) } }
    func openFailed(_ worker: Int, _ failure: ConnectionFailure, triedAt: ContinuousClock.Instant) {
        perform { $0.openFailed(worker, failure, triedAt: triedAt) }
    }

    func parked(_ worker: Int) { state.withLock { $0.parked(worker) } }

    func finished(_ worker: Int, _ job: any PostgresJob, _ end: PostgresJobEnd, isOpen: Bool) {
        perform { $0.finished(worker, job, end, isOpen: isOpen) }
    }

    /// Decides under the lock, and acts outside it.
    private func perform(_ decide: (inout PoolState) -> [PoolState.Action]) {
        let (actions, isTickSooner) = state.withLock { state in
            let before = state.nextTick
            let actions = decide(&state)
            let after = state.nextTick
            let isSooner = after.map { after in before.map { after < $0 } ?? true } ?? false
            return (actions, isSooner || state.isClosed)
        }
        for action in actions { perform(action) }
        if isTickSooner { wake.signal() }
    }

    private func perform(_ action: PoolState.Action) {
        switch action {
        case .open(let worker): workers[worker].send(.open)
        case .run(let worker, let job): workers[worker].send(.run(job))
        case .disconnect(let worker): workers[worker].send(.disconnect)
        case .end(let worker): workers[worker].send(.end)
        case .fail(let job, let error): job.fail(error)
        case .logFailure(let failure, let triedAt): log.note(failure, behind: settings.pooler, triedAt: triedAt)
        case .logRecovery: log.noteConnection()
        }
    }

    /// Fails jobs at their deadline, even while all workers are blocked.
    private func runClock() {
        while !isClosed {
            perform { $0.tick() }
            if let next = state.withLock({ $0.nextTick }) {
                _ = wake.wait(timeout: .now() + .milliseconds(Int(next.remaining.milliseconds)))
            } else {
                wake.wait()
            }
        }
    }
}
