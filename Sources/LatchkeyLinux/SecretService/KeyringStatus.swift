/// The state of a machine's keyring.
public enum KeyringStatus: Hashable, Sendable {
    /// The keyring is unlocked.
    case open
    /// The keyring is locked; the user can unlock it.
    case locked
    /// The service runs but has no keyring yet: the user can create one.
    case empty
    /// There is no Secret Service on the session bus, or no session bus.
    case absent(reason: String)
    /// The service does not respond.
    case silent
}

extension SecretServiceSecureStorage {
    /// Returns the current state of the keyring. Never prompts.
    public func probe() async -> KeyringStatus {
        await onQueue { [keyring] _ in
            do throws(KeyringFailure) {
                return try keyring.perform { connection throws(KeyringFailure) in
                    guard let path = try connection.defaultKeyring() else { return .empty }
                    return try connection.isLocked(keyring: path) ? .locked : .open
                }
            } catch {
                let reason: ServiceText = error.kind == .absent ? .noConnection : .failed
                return error.kind == .silent
                    ? .silent : .absent(reason: reason.text("Secret Service", detail: error.text))
            }
        } ?? .silent
    }
}
