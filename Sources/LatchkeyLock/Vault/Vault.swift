internal import Crypto
package import Foundation
internal import LatchkeyConcurrency
package import LatchkeySecureStorage

/// Seals what the app protects, under a key that is in memory only while the vault is unlocked.
///
/// The key is wrapped in slots: one for the passcode, one for biometrics, one for the account's recovery key, and an
/// open one while there is no passcode. All stored state changes by one atomic write, which fails with `.conflict` when
/// another process was faster.
///
/// An app has it from its lock, which alone opens and locks it:
///
/// ```swift
/// let sealed = try lock.vault.seal(note, for: "notes")
/// lock.lockApp()
/// try lock.vault.open(sealed, for: "notes")   // throws VaultError.locked
/// ```
public actor Vault {
    /// What a vault is made of.
    package struct Parts: Sendable {
        /// Keeps the slots and the count of guesses. Must write durably and atomically.
        package let storage: any SecureStorageProtocol
        /// Ties the slots to this device.
        package let device: any DeviceSecret
        /// Keeps the biometric slot, or nil where there are no biometrics.
        package let biometrics: (any BiometricKeyStore)?
        /// Tells installations apart, or nil where the storage is deleted with the app.
        package let installation: (any InstallationMarker)?
        /// Where the app kept requirement 01's passcode, or nil when it never did.
        package let legacy: (any LegacyPasscodeSource)?
        /// What the tenth wrong passcode does.
        package let policy: AttemptPolicy
        /// The clocks that delays are measured by.
        package let clock: any LockClock
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
    /// Whether the biometric slot was found gone or out of date: it is made anew at the next right passcode.
    var isStale = false
    var knownSealingKey: KnownSealingKey?
    nonisolated let alteredSealingKey = LockedValue(false)

    /// Touches no storage; the vault is locked.
    package init(_ parts: Parts) {
        self.init(parts, parameters: .standard, stretcher: .scrypt, random: .system)
    }

    package init(
        _ parts: Parts, parameters: ScryptParameters, stretcher: PasscodeStretcher = .scrypt,
        random: RandomBytes = .system
    ) {
        self.parts = parts
        store = LockStore(storage: parts.storage, refusal: parts.refusal)
        limiter = AttemptLimiter(store: store, clock: parts.clock, policy: parts.policy)
        self.parameters = parameters
        self.stretcher = stretcher
        self.random = random
    }

    /// Whether there is no key in memory.
    public nonisolated var isLocked: Bool { holder.keys == nil }

    /// The absence that locks, as the vault's record has it, or nil while locked.
    package nonisolated var timeout: LockTimeout? { holder.keys?.record.timeout }

    /// The time of day, as waits for the next guess are told.
    package nonisolated var now: Date { parts.clock.reading().wall }

    /// Lets go of the key, at once. An unlock that is under way ends as `.superseded`.
    package nonisolated func lock() { holder.lock() }

    /// The same, unless the vault opens by itself.
    nonisolated func lockUnlessUnprotected() { holder.lockUnlessUnprotected() }

    /// The time between two locks that it is now. Read it before the first `await` of an unlock: what counts is the lock
    /// that the person saw.
    package nonisolated var epoch: KeyHolder.Epoch { holder.epoch }

    /// One at a time, so that guesses do not race for the count and the memory. Throws `.cancelled` when the task is
    /// before its turn has come; from then on the work runs to its end.
    func inTurn<Value>(_ work: () async throws(VaultError) -> Value) async throws(VaultError) -> Value {
        if let refusal = parts.refusal { throw refusal }
        do { try await mutex.lock() } catch { throw .cancelled }
        defer { mutex.unlock() }
        return try await work()
    }
}
