internal import Crypto
internal import LatchkeyCore

/// The keys in memory while the vault is unlocked.
struct VaultKeys: Sendable {
    /// The vault key, which the slots wrap.
    let vault: SymmetricKey
    /// The key that seals the app's data. Derived once, so that sealing costs only its AES.
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

/// The holder of the keys in memory, and the only one, with the number of locks.
///
/// Locking does not wait for the vault's actor: when it returns there is no key, and an unlock that began earlier
/// cannot restore one.
package final class KeyHolder: Sendable {
    /// The identifier of the time between two locks.
    package typealias Epoch = UInt64

    private struct State: Sendable {
        var keys: VaultKeys?
        var epoch: Epoch = 0
        /// Whether there was no vault when the stored state was last read.
        var isAbsent = false

        mutating func lock() {
            keys = nil
            epoch += 1
        }
    }

    private let state = LockedValue(State())

    var epoch: Epoch { state.withLock { $0.epoch } }

    var keys: VaultKeys? { state.withLock { $0.keys } }

    /// Returns the body's result for the keys. Throws `.noVault` without a vault, and `.locked` without keys.
    func withKeys<Value>(_ value: (VaultKeys) -> Value) throws(VaultError) -> Value {
        let (value, isAbsent) = state.withLock { ($0.keys.map(value), $0.isAbsent) }
        guard let value else { throw isAbsent ? .noVault : .locked }
        return value
    }

    /// Records whether there is a vault.
    func note(isAbsent: Bool) { state.withLock { $0.isAbsent = isAbsent } }

    /// Whether the vault is open and seals only tokens that signing in replaces.
    var isForTokensOnly: Bool { state.withLock { $0.keys?.record.mode.isForTokensOnly == true } }

    /// Adopts the keys. If the vault was locked since the epoch, it discards them and returns false.
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

    /// Begins a new epoch without removing keys: operations in progress end as if the vault had been locked.
    func supersede() { state.withLock { $0.epoch += 1 } }

    /// Locks the vault unless it has no passcode, since nothing would open it again. The epoch changes in any case, for
    /// a passcode that is being set.
    func lockUnlessUnprotected() {
        state.withLock { state in
            if let keys = state.keys, keys.record.mode.allowsOpenSlot { return state.epoch += 1 }
            state.lock()
        }
    }
}
