internal import Synchronization

/// The connection of one store to the keyring: connects with the first call, and again when the keyring was restarted.
///
/// Its calls block the thread; they are made on one queue.
final class Keyring: Sendable {
    /// The bus; nil for the user's own.
    private let address: String?
    /// The longest wait for each reply.
    private let timeout: Duration
    private let connection = Mutex<KeyringConnection?>(nil)

    init(address: String?, timeout: Duration) { (self.address, self.timeout) = (address, timeout) }

    /// Returns a new connection.
    func connect() throws(KeyringFailure) -> KeyringConnection {
        try KeyringConnection(address: address, timeout: timeout)
    }

    /// Performs the work on the present connection. One that fails is dropped.
    ///
    /// - Parameter work: Performed again, on a new connection, when the keyring of the present one has ended.
    func perform<Value>(_ work: (KeyringConnection) throws(KeyringFailure) -> Value) throws(KeyringFailure) -> Value {
        let former = connection.withLock { $0 }
        if let former {
            do throws(KeyringFailure) { return try keep(former, work) } catch  where error.kind == .absent {}
        }
        return try keep(try connect(), work)
    }

    /// Releases the mutex of the last work.
    func releaseMutex() { connection.withLock { $0 }?.releaseMutex() }

    /// Keeps the connection for the next call, unless the work fails because of the connection.
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
