package import Foundation
internal import LatchkeyCore
package import LatchkeySecureStorage

/// Seals what the app protects, under a key that is in memory only while the vault is unlocked.
///
/// The key is wrapped in slots: one for the passcode, one for biometrics, one for the account's recovery key, and an
/// open one while there is no passcode. All stored state changes by one atomic write, which fails with `.conflict` when
/// another process has changed it meanwhile.
///
/// An app gets it from its lock, which alone opens and locks it:
///
/// ```swift
/// let sealed = try lock.vault.seal(note, for: "notes")
/// lock.lockApp()
/// try lock.vault.open(sealed, for: "notes")   // throws VaultError.locked
/// ```
public actor Vault {
    /// The parts that a vault is assembled from.
    package struct Parts: Sendable {
        /// Keeps the slots and the count of guesses. Must write durably and atomically.
        package let storage: any SecureStorageProtocol
        /// Ties the slots to this device.
        package let device: any DeviceSecret
        /// Keeps the biometric slot, or nil where there are no biometrics.
        package let biometrics: (any BiometricKeyStore)?
        /// Tells installations apart, or nil where the storage is deleted with the app.
        package let installation: (any InstallationMarker)?
        /// Reads requirement 01's passcode, or nil where the app never had one.
        package let legacy: (any LegacyPasscodeSource)?
        /// The effect of the tenth wrong passcode.
        package let policy: AttemptPolicy
        /// The clocks that delays are measured by.
        package let clock: any LockClock
        /// The longest time since the passcode was last given in which a match opens the vault; nil for any.
        var passcodeInterval: Duration?
        /// Why nothing may be read or written, or nil.
        var refusal: VaultError?

        package init(
            storage: any SecureStorageProtocol, device: any DeviceSecret, biometrics: (any BiometricKeyStore)?,
            installation: (any InstallationMarker)?, legacy: (any LegacyPasscodeSource)? = nil,
            policy: AttemptPolicy, clock: any LockClock = SystemLockClock()
        ) {
            (self.storage, self.device, self.biometrics) = (storage, device, biometrics)
            (self.installation, self.legacy, self.policy, self.clock) = (installation, legacy, policy, clock)
        }
    }

    nonisolated let holder = KeyHolder()
    let parts: Parts
    let store: LockStore
    let limiter: AttemptLimiter
    let stretcher: PasscodeStretcher
    let parameters: ScryptParameters
    let random: RandomBytes
    private let mutex = AsyncMutex()
    /// Whether the biometric slot was found missing or out of date: the next right passcode creates it again.
    var isStale = false
    /// Whether the biometric slot was deleted on purpose: no passcode creates it again.
    var isSecretDropped = false
    var knownSealingKey: KnownSealingKey?
    nonisolated let alteredSealingKey = LockedValue(false)

    /// Creates a locked vault; reads nothing.
    package init(
        _ parts: Parts, parameters: ScryptParameters = .standard, stretcher: PasscodeStretcher = .scrypt,
        random: RandomBytes = .system
    ) {
        (self.parts, self.parameters, self.stretcher, self.random) = (parts, parameters, stretcher, random)
        store = LockStore(storage: parts.storage, refusal: parts.refusal)
        limiter = AttemptLimiter(store: store, clock: parts.clock, policy: parts.policy)
    }

    /// Whether there is no key in memory.
    public nonisolated var isLocked: Bool { holder.keys == nil }

    /// The absence that locks, as the vault's record has it, or nil while locked.
    package nonisolated var timeout: LockTimeout? { holder.keys?.record.timeout }

    /// The time of day, as waits for the next guess are told.
    package nonisolated var now: Date { parts.clock.reading().wall }

    /// Removes the key from memory at once. An unlock that is in progress ends as `.superseded`.
    package nonisolated func lock() { holder.lock() }

    /// The same, unless the vault opens by itself.
    nonisolated func lockUnlessUnprotected() { holder.lockUnlessUnprotected() }

    /// Ends what is under way as a lock does, and keeps the key: for a manual lock where nothing could be locked.
    package nonisolated func supersede() { holder.supersede() }

    /// Identifies the present time between two locks. Read it before the first `await` of an unlock: the unlock counts
    /// only against the lock that the person saw.
    package nonisolated var epoch: KeyHolder.Epoch { holder.epoch }

    /// Runs the work while no other work of this vault runs, so that guesses do not compete for the count and the
    /// memory. Throws `.cancelled` when the task is cancelled while it waits; work that has begun runs to its end.
    func exclusively<Value>(_ work: () async throws(VaultError) -> Value) async throws(VaultError) -> Value {
        if let refusal = parts.refusal { throw refusal }
        do { try await mutex.lock() } catch { throw .cancelled }
        defer { mutex.unlock() }
        return try await work()
    }
}
