internal import LatchkeySecureStorage

/// The kind of a lock. Locks of two kinds over one storage would unlock each other's data.
package enum LockKind: Sendable, Hashable {
    /// An app without an account. With `erasesUnusedVaults`, data that another kind's lock seals could be erased.
    case device(DeviceAttemptPolicy, erasesUnusedVaults: Bool)
    /// An app with an account on this server.
    case account(server: String)
}

/// The locks of this process by storage: each storage has one lock.
@MainActor
final class LockRegistry {
    /// The registry of the process. It prevents two locks over one storage, however they are created.
    static let process = LockRegistry()

    private struct Entry {
        weak var lock: PasscodeService?
        let kind: LockKind
    }

    private var entries: [SecureStorageIdentity: Entry] = [:]

    private init() {}

    /// Returns the existing lock over this storage, or a new one. If the existing one is of another kind, the new one
    /// is unusable and stays locked.
    func lock(
        over storage: SecureStorageIdentity, _ kind: LockKind, make: (_ rejection: VaultError?) -> PasscodeService
    ) -> PasscodeService {
        entries = entries.filter { $0.value.lock != nil }
        guard let entry = entries[storage], let lock = entry.lock else {
            let lock = make(nil)
            entries[storage] = Entry(lock: lock, kind: kind)
            return lock
        }
        return entry.kind == kind ? lock : make(.storageInUse)
    }
}
