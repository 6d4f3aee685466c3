import Foundation
import Synchronization

/// A thread with its own connection.
final class PoolWorker: Sendable {
    enum Command {
        case open
        case run(any PostgresJob)
        case disconnect
        case end
    }

    private let index: Int
    private let commands = Mutex<[Command]>([])
    private let wake = DispatchSemaphore(value: 0)

    init(index: Int) {
        self.index = index
    }

    func send(_ command: Command) {
        commands.withLock { $0.append(command) }
        wake.signal()
    }

    func start(for core: PoolCore) {
        Thread.detachNewThread { [self] in run(for: core) }
    }

    private func run(for core: PoolCore) {
        var connection: PostgresConnection?
        while true {
            wake.wait()
            switch commands.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            case .open:
                let triedAt = ContinuousClock.now
                do throws(ConnectionFailure) {
                    connection = try PostgresConnection.open(core.settings)
                    core.opened(index)
                } catch {
                    core.openFailed(index, error, triedAt: triedAt)
                }
            case .run(let job):
                let end = run(job, on: connection, for: core)
                if connection?.isOpen != true { connection = nil }
                core.finished(index, job, end, isOpen: connection != nil)
                if case .done(let completion) = end { completion() }
            case .disconnect:
                connection?.close()
                connection = nil
            case .end:
                connection?.close()
                return
            case nil: break
            }
        }
    }

    private func run(_ job: any PostgresJob, on connection: PostgresConnection?, for core: PoolCore) -> PostgresJobEnd {
        // The server may have closed the idle connection. Nothing was sent: the job moves to another one.
        guard let connection, connection.isAlive() else { return .again }
        return job.run(
            on: connection, whenLate: { [index] in core.parked(index) },
            isAbandoned: { [index] in core.isAbandoned(index) })
    }
}
