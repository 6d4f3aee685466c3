import Foundation
import GRDB
import Synchronization

/// Connections that read on their caller's thread, and never have a caller wait for another. GRDB's own pool has its
/// callers queue for its list of connections, which costs each of them a sleep.
///
/// Callers are threads of the cooperative pool, one for each core. The last of them reads, too, but only while no other
/// is slow: when the disk stalls, one thread is left for those who do not read.
final class SQLiteReaders: Sendable {
    /// A read that takes longer waits for the disk: what is in memory is read in some 30 µs.
    static let slow: Duration = .milliseconds(1)

    private struct State {
        var idle: [DatabaseQueue] = []
        /// When the reads under way have begun, oldest first.
        var begun: [ContinuousClock.Instant] = []
    }

    private let path: String
    private let configuration: Configuration
    private let limit: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - configuration: that of the pool whose file it is.
    ///   - limit: How many may read at once.
    ///   - now: The time that a read is measured by.
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

    /// Reads the result of one statement; several would each see a state of their own. Returns nil, without a read,
    /// when too many read at the moment.
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
