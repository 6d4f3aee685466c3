internal import LatchkeySecureStorage

/// The kind of a lock. Of two kinds over one storage, one would open what the other keeps locked.
package enum LockKind: Sendable, Hashable {
    /// An app without an account.
    case device(DeviceAttemptPolicy)
    /// An app with an account on this server.
    case account(server: String)
}

/// The locks of this process, by what they are over: one storage has one lock.
@MainActor
final class LockRegistry {
    /// The registry of the process: it prevents two locks over one storage, however they were created.
    static let process = LockRegistry()

    private struct Entry {
        weak var lock: PasscodeService?
        let kind: LockKind
    }

    private var entries: [SecureStorageIdentity: Entry] = [:]

    private init() {}

    /// Returns the present lock over this storage, or a new one. If the present one is of another kind, the new one is
    /// refused: it stays locked.
    func lock(
        over storage: SecureStorageIdentity, _ kind: LockKind, make: (_ refusal: VaultError?) -> PasscodeService
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
