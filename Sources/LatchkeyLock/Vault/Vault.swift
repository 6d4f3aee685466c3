package import Foundation
internal import LatchkeyCore
package import LatchkeySecureStorage

/// The encrypted storage of an app's data, under a key that is in memory only while the vault is unlocked.
///
/// The key is wrapped in slots: for the passcode, for biometrics, and for the account's recovery key. An open slot
/// exists while there is no passcode. The stored state changes by one atomic write, which fails with `.conflict` if
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
    /// The stores, clocks and rules that a vault uses.
    package struct Parts: Sendable {
        /// The storage of the slots and the attempt count. It must write durably and atomically.
        package let storage: any SecureStorageProtocol
        /// The secret that binds the slots to this device.
        package let device: any DeviceSecret
        /// The store of the biometric slot; nil without biometrics.
        package let biometrics: (any BiometricKeyStore)?
        /// The marker that identifies the installation; nil if the storage is deleted with the app.
        package let installation: (any InstallationMarker)?
        /// The source of the passcode that an earlier version of the app stored as a hash; nil if there was none.
        package let legacy: (any LegacyPasscodeSource)?
        /// The effect of the tenth wrong passcode.
        package let policy: AttemptPolicy
        /// The clocks for delays.
        package let clock: any LockClock
        /// The time since the passcode was last verified after which a match no longer opens the vault; nil for never.
        var passcodeInterval: Duration?
        /// Whether new vaults are unused until `Vault.noteUse()`.
        var marksUnusedVaults = false
        /// The server of passcode slots that require it; nil without an account.
        package var unlockServer: (any UnlockServer)?
        /// The reason that nothing may be read or written, or nil.
        var rejection: VaultError?

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
    /// Whether the biometric slot is missing or out of date. The next correct passcode creates it again.
    var isStale = false
    /// Whether the biometric slot was deleted deliberately. No passcode creates it again.
    var isSecretDropped = false
    /// Whether the app has this vault. A vault that is created later is then not unused.
    var isUsed = false
    /// The kind of new passcode slots. Existing slots stay until ``renewPasscodeSlot(_:)``.
    package var unlockPolicy = UnlockPolicy.offline
    /// The deletion of a replaced slot's key on the server; nil if none is in progress. No operation waits for it.
    package internal(set) var keyRemoval: Task<Void, Never>?
    /// The time at which the server accepts the next attempt, or nil.
    var serverWait: Date?
    var knownSealingKey: KnownSealingKey?
    nonisolated let alteredSealingKey = LockedValue(false)

    /// Creates a locked vault that has read nothing.
    package init(
        _ parts: Parts, parameters: ScryptParameters = .standard, stretcher: PasscodeStretcher = .scrypt,
        random: RandomBytes = .system
    ) {
        (self.parts, self.parameters, self.stretcher, self.random) = (parts, parameters, stretcher, random)
        store = LockStore(storage: parts.storage, rejection: parts.rejection)
        limiter = AttemptLimiter(store: store, clock: parts.clock, policy: parts.policy)
    }

    /// Whether there is no key in memory.
    public nonisolated var isLocked: Bool { holder.keys == nil }

    /// The timeout in the vault's record, or nil while locked.
    package nonisolated var timeout: LockTimeout? { holder.keys?.record.timeout }

    /// The time of day that delays refer to.
    package nonisolated var now: Date { parts.clock.reading().wall }

    /// Removes the key from memory immediately. An unlock in progress ends as `.superseded`.
    package nonisolated func lock() { holder.lock() }

    /// Locks the vault unless it has no passcode.
    nonisolated func lockUnlessUnprotected() { holder.lockUnlessUnprotected() }

    /// Ends operations in progress like a lock, but keeps the key: for a manual lock of an app without a passcode.
    package nonisolated func supersede() { holder.supersede() }

    /// The identifier of the current time between two locks. Read it before the first `await` of an unlock, so that the
    /// unlock is valid only for the lock that the user saw.
    package nonisolated var epoch: KeyHolder.Epoch { holder.epoch }

    /// Runs the work while no other work of this vault runs, so that attempts do not compete for the count and the
    /// memory. Throws `.cancelled` if the task is cancelled while it waits. Work that has begun runs to its end.
    func exclusively<Value>(_ work: () async throws(VaultError) -> Value) async throws(VaultError) -> Value {
        if let rejection = parts.rejection { throw rejection }
        do { try await mutex.lock() } catch { throw .cancelled }
        defer { mutex.unlock() }
        return try await work()
    }
}
