import Foundation
import GRDB
import Synchronization

/// Connections that read on their caller's thread, and never have a caller wait for another. GRDB's own pool has its
/// callers wait in line for its list of connections, which costs them a sleep each.
final class SQLiteReaders: Sendable {
    private struct State {
        var idle: [DatabaseQueue] = []
        var reading = 0
    }

    private let path: String
    private let configuration: Configuration
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - configuration: that of the pool whose file it is.
    ///   - limit: How many may read at once. Callers are threads of the cooperative pool, one for each core: when the
    ///     disk stalls, one must be left for those who do not read.
    init(
        path: String, configuration: Configuration,
        limit: Int = ProcessInfo.processInfo.activeProcessorCount - 1
    ) {
        self.path = path
        self.limit = limit
        var configuration = configuration
        configuration.readonly = true
        self.configuration = configuration
    }

    /// Reads what one statement finds; several would each see a state of their own. Returns nil, without having asked,
    /// when too many read at the moment.
    func readIfFree<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        let (isFree, known) = state.withLock { state -> (Bool, DatabaseQueue?) in
            guard state.reading < limit else { return (false, nil) }
            state.reading += 1
            return (true, state.idle.popLast())
        }
        guard isFree else { return nil }
        var connection = known
        defer {
            state.withLock { state in
                state.reading -= 1
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
