/// The state of a machine's keyring.
public enum KeyringStatus: Hashable, Sendable {
    /// Unlocked.
    case open
    /// Locked: its owner can unlock it.
    case locked
    /// The service runs and has no keyring yet: the user can create one.
    case empty
    /// There is no Secret Service on the session bus, or no such bus.
    case absent(reason: String)
    /// The service does not answer.
    case silent
}

extension SecretServiceSecureStorage {
    /// The state of the keyring now. Never asks for a password.
    public func probe() async -> KeyringStatus {
        await onQueue { [keyring] _ in
            do throws(KeyringFailure) {
                return try keyring.perform { connection throws(KeyringFailure) in
                    guard let path = try connection.defaultKeyring() else { return .empty }
                    return try connection.isLocked(keyring: path) ? .locked : .open
                }
            } catch {
                return error.kind == .silent ? .silent : .absent(reason: error.text)
            }
        } ?? .silent
    }
}
