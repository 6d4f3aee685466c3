import Foundation
import GRDB
import Synchronization

/// Read connections that run on the caller's thread, and never block a caller. Callers of GRDB's pool queue for its
/// list of connections, which suspends each thread.
///
/// Callers are threads of the cooperative pool, one per core. The last thread reads only while no other read is slow,
/// so that one thread stays free when the disk stalls.
final class SQLiteReaders: Sendable {
    /// The time after which a read counts as slow: it waits for the disk; cached reads take about 30 µs.
    static let slow: Duration = .milliseconds(1)

    private struct State {
        var idle: [DatabaseQueue] = []
        /// Start times of reads in progress, oldest first.
        var begun: [ContinuousClock.Instant] = []
    }

    private let path: String
    private let configuration: Configuration
    private let limit: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - configuration: The configuration of the pool of the same file.
    ///   - limit: Number of concurrent reads.
    ///   - now: The clock for reads.
    init(
        path: String, configuration: Configuration, limit: Int = ProcessInfo.processInfo.activeProcessorCount,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.path = path
        self.limit = limit
        self.now = now
        var configuration = configuration
        configuration.readonly = true
        self.configuration = configuration
    }

    /// Runs one read statement; several would see different snapshots. Returns nil without a read if too many are in
    /// progress.
    func readIfFree<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        let begun = now()
        let (isFree, known) = state.withLock { state -> (Bool, DatabaseQueue?) in
            let isSlow = state.begun.first.map { begun - $0 >= Self.slow } ?? false
            guard state.begun.count < (isSlow ? limit - 1 : limit) else { return (false, nil) }
            state.begun.append(begun)
            return (true, state.idle.popLast())
        }
        guard isFree else { return nil }
        var connection = known
        defer {
            state.withLock { state in
                if let index = state.begun.firstIndex(of: begun) { state.begun.remove(at: index) }
                if let connection { state.idle.append(connection) }
            }
        }
        let open = try connection ?? DatabaseQueue(path: path, configuration: configuration)
        connection = open
        return try open.unsafeRead(body)
    }

    func close() throws {
        for connection in state.withLock({ $0.idle }) { try connection.close() }
    }
}
