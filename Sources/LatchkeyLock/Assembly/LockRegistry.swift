internal import LatchkeySecureStorage

/// What a lock is made for. Locks of unlike kinds over one storage would open what the other one keeps locked.
package enum LockKind: Sendable, Hashable {
    /// An app without an account.
    case device(DeviceAttemptPolicy)
    /// An app with an account on this server.
    case account(server: String)
}

/// The locks of this process, by what they are over: one storage has one lock.
@MainActor
final class LockRegistry {
    /// The one of the process, since two locks in one process is what it prevents, however they were made.
    static let process = LockRegistry()

    private struct Entry {
        weak var lock: PasscodeService?
        let kind: LockKind
    }

    private var entries: [SecureStorageIdentity: Entry] = [:]

    private init() {}

    /// Returns the lock over this storage: the one that is there, or a new one. Where one of another kind is there, a new
    /// one that is refused.
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
