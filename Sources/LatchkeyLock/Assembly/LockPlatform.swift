public import LatchkeyBiometrics
public import LatchkeyLifecycle
package import LatchkeyPasscode
public import LatchkeySecureStorage

/// What a lock uses of the device that it runs on.
///
/// `apple(…)` is Apple's platforms, and exists there only; `linux(…)` is a desktop without such services.
public struct LockPlatform: Sendable {
    /// Keeps the slots and the count of guesses; an account keeps its session's record beside them.
    public let storage: any SecureStorageProtocol
    /// What the sources report to, for the app's own handlers. The lock waits for none of them.
    public let lifecycle: AppLifecycleManager
    let device: any DeviceSecret
    let biometrics: any BiometricAuthProtocol
    let biometricKey: (any BiometricKeyStore)?
    let installation: (any InstallationMarker)?
    let clock: any LockClock
    /// How new passcode slots stretch the passcode. A test may take less.
    var parameters = ScryptParameters.standard
    let prepare: @MainActor @Sendable () async -> Void
    let follow: @MainActor @Sendable (AppLifecycleManager) async -> Void

    /// A device of parts of the app's own.
    ///
    /// - Parameters:
    ///   - storage: Must write durably and atomically.
    ///   - device: Ties the vault to this device.
    ///   - biometrics: What can be asked for a match. The key that a match releases is in the storage: where that does
    ///     not take a match of those who are enrolled (`SecureStorageAccess.biometry(.currentEnrolment)`), biometrics
    ///     cannot be turned on.
    ///   - installation: Tells installations apart; nil where the storage is deleted with the app.
    ///   - lifecycle: What is reported to; the app may report to it itself.
    ///   - sources: Tell when the app comes and goes. One that cannot start tells nothing.
    ///   - clock: What delays and absences are measured by.
    public init(
        storage: some SecureStorageProtocol, device: some DeviceSecret,
        biometrics: some BiometricAuthProtocol = NoBiometrics(), installation: (any InstallationMarker)? = nil,
        lifecycle: AppLifecycleManager = AppLifecycleManager(initialState: .active),
        sources: [any LifecycleSource] = [], clock: some LockClock = SystemLockClock()
    ) {
        let takesMatch = storage.supports(.biometry(.currentEnrolment))
        self.init(
            storage: storage, device: device, biometrics: biometrics,
            biometricKey: takesMatch ? StoredBiometricKey(storage: storage, biometrics: biometrics) : nil,
            installation: installation, lifecycle: lifecycle, sources: sources, clock: clock)
    }

    /// The same, with a place of its own for the key that a match releases, or nil for none.
    package init(
        storage: some SecureStorageProtocol, device: some DeviceSecret, biometrics: some BiometricAuthProtocol,
        biometricKey: (any BiometricKeyStore)?, installation: (any InstallationMarker)? = nil,
        lifecycle: AppLifecycleManager = AppLifecycleManager(initialState: .active),
        sources: [any LifecycleSource] = [], clock: some LockClock = SystemLockClock()
    ) {
        self.init(
            storage: storage, device: device, biometrics: biometrics, biometricKey: biometricKey,
            installation: installation, lifecycle: lifecycle, clock: clock, prepare: {},
            follow: { lifecycle in
                for source in sources { _ = try? await source.start(reportingTo: lifecycle) }
            })
    }

    init(
        storage: any SecureStorageProtocol, device: any DeviceSecret, biometrics: any BiometricAuthProtocol,
        biometricKey: (any BiometricKeyStore)?, installation: (any InstallationMarker)?,
        lifecycle: AppLifecycleManager, clock: any LockClock = SystemLockClock(),
        prepare: @escaping @MainActor @Sendable () async -> Void,
        follow: @escaping @MainActor @Sendable (AppLifecycleManager) async -> Void
    ) {
        (self.storage, self.device, self.biometrics) = (storage, device, biometrics)
        (self.biometricKey, self.installation) = (biometricKey, installation)
        (self.lifecycle, self.clock, self.prepare, self.follow) = (lifecycle, clock, prepare, follow)
    }

    /// The lock over the storage, or the one that this process has over it already; ``VaultError/storageInUse`` is its
    /// problem where that is of another kind. Its first `start()` makes the device ready, begins to listen and only then
    /// reads what is stored.
    @MainActor
    package func lock(
        _ kind: LockKind, tenFailures: AttemptPolicy, legacy: (any LegacyPasscodeSource)? = nil,
        policy: PasscodePolicy, reason: String
    ) -> PasscodeService {
        LockRegistry.process.lock(over: storage.identity, kind) { refusal in
            let parts = parts(tenFailures: tenFailures, legacy: legacy, refusal: refusal)
            return service(vault: Vault(parts, parameters: parameters), policy: policy, reason: reason)
        }
    }

    private func parts(
        tenFailures: AttemptPolicy, legacy: (any LegacyPasscodeSource)?, refusal: VaultError?
    ) -> Vault.Parts {
        var parts = Vault.Parts(
            storage: storage, device: device, biometrics: biometricKey, installation: installation, legacy: legacy,
            policy: tenFailures, clock: clock)
        parts.refusal = refusal
        return parts
    }

    @MainActor
    private func service(vault: Vault, policy: PasscodePolicy, reason: String) -> PasscodeService {
        let (lifecycle, prepare, follow) = (lifecycle, prepare, follow)
        return PasscodeService(vault: vault, biometrics: biometrics, policy: policy, reason: reason) { service in
            guard vault.parts.refusal == nil else { return }
            // Before anything else: what happens while the device is made ready must not be missed.
            AppLockManager(service: service, lifecycle: lifecycle).watch()
            await follow(lifecycle)
            await prepare()
        }
    }
}
