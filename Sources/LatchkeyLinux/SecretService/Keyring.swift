internal import Foundation
internal import LatchkeySecureStorage
internal import Synchronization

/// The keyring as one store sees it: connects when it is first asked, and again when the keyring was started anew.
///
/// Its calls block; they come from one queue.
final class Keyring: Sendable {
    /// The bus; nil for the user's own.
    private let address: String?
    /// How long one call waits for its answer.
    private let timeout: Duration
    private let connection = Mutex<KeyringConnection?>(nil)

    init(address: String?, timeout: Duration) { (self.address, self.timeout) = (address, timeout) }

    /// A connection that nobody else has.
    func connect() throws(KeyringFailure) -> KeyringConnection {
        try KeyringConnection(address: address, timeout: timeout)
    }

    /// Does the work on the connection there is. One that fails is left.
    ///
    /// - Parameter work: Done a second time on a new connection when the keyring of the old one has ended.
    func perform<Value>(_ work: (KeyringConnection) throws(KeyringFailure) -> Value) throws(KeyringFailure) -> Value {
        let former = connection.withLock { $0 }
        if let former {
            do throws(KeyringFailure) { return try keep(former, work) } catch  where error.kind == .absent {}
        }
        return try keep(try connect(), work)
    }

    /// Gives back the turn that the last work has taken.
    func endTurn() { connection.withLock { $0 }?.endTurn() }

    /// Keeps the connection for the next call unless the work fails for a reason that lies in it.
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
