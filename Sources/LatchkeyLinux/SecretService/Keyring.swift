internal import Synchronization

/// A store's connection to the keyring. It connects with the first call, and again after the keyring restarted.
///
/// Calls block the thread; they are made on one queue.
final class Keyring: Sendable {
    /// The bus address; nil for the user's session bus.
    private let address: String?
    /// The maximum wait for each reply.
    private let timeout: Duration
    private let connection = Mutex<KeyringConnection?>(nil)

    init(address: String?, timeout: Duration) { (self.address, self.timeout) = (address, timeout) }

    /// Returns a new connection.
    func connect() throws(KeyringFailure) -> KeyringConnection {
        try KeyringConnection(address: address, timeout: timeout)
    }

    /// Performs the work on the current connection. A connection that fails is dropped.
    ///
    /// - Parameter work: Performed again, on a new connection, if the current connection's keyring has ended.
    func perform<Value>(_ work: (KeyringConnection) throws(KeyringFailure) -> Value) throws(KeyringFailure) -> Value {
        let former = connection.withLock { $0 }
        if let former {
            do throws(KeyringFailure) { return try keep(former, work) } catch  where error.kind == .absent {}
        }
        return try keep(try connect(), work)
    }

    /// Releases the mutex of the last work.
    func releaseMutex() { connection.withLock { $0 }?.releaseMutex() }

    /// Stores the connection for the next call, unless the work fails because of the connection.
    private func keep<Value>(
        _ used: KeyringConnection, _ work: (KeyringConnection) throws(KeyringFailure) -> Value
    ) throws(KeyringFailure) -> Value {
        do throws(KeyringFailure) {
            let value = try work(used)
            connection.withLock { $0 = used }
            return value
        } catch {
            let isUsable = error.kind == .locked || error.kind == .ambiguous
            connection.withLock { $0 = isUsable ? used : nil }
            throw error
        }
    }
}
