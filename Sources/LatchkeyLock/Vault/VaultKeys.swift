internal import Crypto
internal import LatchkeyCore

/// The keys in memory while the vault is unlocked.
struct VaultKeys: Sendable {
    /// The vault key.
    let vault: SymmetricKey
    /// Seals the app's data. Derived once, so that sealing takes no longer than its AES.
    let data: SymmetricKey
    /// The settings in the vault's record.
    var record: VaultRecord

    init(vault: SymmetricKey, record: VaultRecord) {
        self.vault = vault
        self.record = record
        data = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: vault, info: Array("latchkey/data/1".utf8), outputByteCount: 32)
    }
}

/// The only place of the keys, with the count of locks.
///
/// Locking does not wait for the vault's actor: when it returns there is no key, and an unlock that began before cannot
/// bring one.
package final class KeyHolder: Sendable {
    /// Identifies the time between two locks.
    package typealias Epoch = UInt64

    private struct State: Sendable {
        var keys: VaultKeys?
        var epoch: Epoch = 0
        /// Whether no vault was found when the stored one was last read.
        var isAbsent = false

        mutating func lock() {
            keys = nil
            epoch += 1
        }
    }

    private let state = LockedValue(State())

    var epoch: Epoch { state.withLock { $0.epoch } }

    var keys: VaultKeys? { state.withLock { $0.keys } }

    /// Returns what the keys are needed for. Throws `.noVault` where there is no vault yet, and `.locked` without keys.
    func withKeys<Value>(_ value: (VaultKeys) -> Value) throws(VaultError) -> Value {
        let (value, isAbsent) = state.withLock { ($0.keys.map(value), $0.isAbsent) }
        guard let value else { throw isAbsent ? .noVault : .locked }
        return value
    }

    /// Takes whether there is a vault, as it was just read.
    func note(isAbsent: Bool) { state.withLock { $0.isAbsent = isAbsent } }

    /// Whether the vault is open and seals only what signing in replaces.
    var isForTokensOnly: Bool { state.withLock { $0.keys?.record.mode.isForTokensOnly == true } }

    /// Takes the keys, unless the vault was locked since the epoch: then it returns false, and the keys are not kept.
    func adopt(_ keys: VaultKeys, ifStill epoch: Epoch) -> Bool {
        state.withLock { state in
            state.isAbsent = false
            guard state.epoch == epoch else { return false }
            state.keys = keys
            return true
        }
    }

    /// Replaces the record, if there are keys.
    func update(_ record: VaultRecord) { state.withLock { $0.keys?.record = record } }

    func lock() { state.withLock { $0.lock() } }

    /// Begins a new epoch without removing keys: what is under way ends as if the vault had been locked.
    func supersede() { state.withLock { $0.epoch += 1 } }

    /// Locks, unless the vault opens by itself: then nothing would open it again. The epoch changes in any case, for a
    /// passcode that is being set meanwhile.
    func lockUnlessUnprotected() {
        state.withLock { state in
            if let keys = state.keys, keys.record.mode.allowsOpenSlot { return state.epoch += 1 }
            state.lock()
        }
    }
}
