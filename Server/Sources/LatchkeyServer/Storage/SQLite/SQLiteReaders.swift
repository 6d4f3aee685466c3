import GRDB
import Synchronization

/// Connections that read on their caller's thread: as many as there are callers at once, and none ever waits for
/// another. GRDB's own pool has its callers wait in line for its list of connections, which costs them a sleep each.
final class SQLiteReaders: Sendable {
    private let path: String
    private let configuration: Configuration
    private let idle = Mutex<[DatabaseQueue]>([])

    /// - Parameter configuration: that of the pool whose file it is.
    init(path: String, configuration: Configuration) {
        self.path = path
        var configuration = configuration
        configuration.readonly = true
        self.configuration = configuration
    }

    /// Reads what one statement finds; several would each see a state of their own.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let connection = try idle.withLock { $0.popLast() } ?? DatabaseQueue(path: path, configuration: configuration)
        defer { idle.withLock { $0.append(connection) } }
        return try connection.unsafeRead(body)
    }

    func close() throws {
        for connection in idle.withLock({ $0 }) { try connection.close() }
    }
}
