/// What a machine has to keep secrets in.
public enum KeyringFinding: Hashable, Sendable {
    /// A keyring, and it is open.
    case open
    /// A keyring, and it is locked: its owner can open it.
    case locked
    /// Somebody who keeps secrets, and no keyring yet: its owner can make one.
    case empty
    /// Nobody on the session bus keeps secrets, or there is no such bus.
    case absent(reason: String)
    /// Somebody should, and does not answer.
    case silent
}

extension SecretServiceSecureStorage {
    /// What there is now. Asks nobody for a password.
    public func probe() async -> KeyringFinding {
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
