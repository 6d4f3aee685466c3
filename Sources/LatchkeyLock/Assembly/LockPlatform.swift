public import LatchkeyBiometrics
public import LatchkeyLifecycle
package import LatchkeyPasscode
public import LatchkeySecureStorage

/// The parts of a device that a lock uses.
///
/// Create one with `apple(…)` on Apple's platforms, or `linux(…)` on others.
public struct LockPlatform: Sendable {
    /// The storage of the slots and the attempt count; with an account, also of the session's record.
    public let storage: any SecureStorageProtocol
    let device: any DeviceSecret
    package let biometrics: any BiometricAuthProtocol
    let biometricKey: (any BiometricKeyStore)?
    let installation: (any InstallationMarker)?
    /// The lifecycle, for the app's own handlers. The lock does not wait for them.
    public let lifecycle: AppLifecycleManager
    package var clock: any LockClock = SystemLockClock()
    let prepare: @MainActor @Sendable () async -> Void
    let follow: @MainActor @Sendable (AppLifecycleManager) async -> Void
    /// Whether an app that stays in front unused locks after the timeout, of at least one minute.
    ///
    /// True on Linux, where nothing reports an idle device; false elsewhere. `.appLock` and `SessionView` report keys,
    /// clicks and touches. Without them, call `recordActivity()` for each.
    public var locksWhenIdle = false
    /// Whether the biometric prompt appears automatically when a locked app comes to the front. If false, it appears
    /// only when the user taps its key on the lock screen. If iOS itself requires Face ID to open the app, it also
    /// appears only on request.
    public var promptsAutomatically = true
    /// The time after which biometrics require the passcode once, so that users do not forget it: `.seconds(14 *
    /// 86_400)`. Nil for never. It has no effect on an app without a passcode.
    public var passcodeInterval: Duration?
    /// Whether unlocking by passcode requires the server, in an app with an account; its team can require it too. No
    /// effect on an app without an account.
    public var unlockPolicy = UnlockPolicy.offline
    /// Waits between the checks of the timeouts.
    var waits: any Clock<Duration> = ContinuousClock()
    /// Called when an absence of the open app begins, and when its timeout ends.
    var onAway: @MainActor @Sendable (Bool) -> Void = { _ in }
    /// Whether a new vault is unused until `Vault.noteUse()`, so that `PasscodeService.eraseIfUnused()` erases it.
    package var marksUnusedVaults = false
    /// The cost of new passcode slots. Tests may use less.
    package var parameters = ScryptParameters.standard
}

extension LockPlatform {
    /// Creates a platform from the app's own parts.
    ///
    /// - Parameters:
    ///   - storage: The storage. It must write durably and atomically.
    ///   - device: The secret that binds the vault to this device.
    ///   - biometrics: Requests matches. The key that a match releases is in the storage: biometrics cannot be enabled
    ///     unless the storage supports `SecureStorageAccess.biometry` with the enrolment.
    ///   - enrolment: The enrolments that unlock: by default only those at the time when biometrics were enabled.
    ///   - installation: Identifies the installation; nil if the storage is deleted with the app.
    ///   - lifecycle: Receives the lifecycle events; the app may also report to it.
    ///   - sources: The sources of lifecycle events. A source that fails to start reports nothing. Without sources,
    ///     only the app's own reports to `lifecycle` and its idle time (``locksWhenIdle``) lock after the timeout.
    ///   - clock: Measures delays and absences.
    public init(
        storage: some SecureStorageProtocol, device: some DeviceSecret,
        biometrics: some BiometricAuthProtocol = NoBiometrics(),
        enrolment: SecureStorageAccess.Enrolment = .currentEnrolment, installation: (any InstallationMarker)? = nil,
        lifecycle: AppLifecycleManager = AppLifecycleManager(initialState: .active),
        sources: [any LifecycleSource], clock: some LockClock = SystemLockClock()
    ) {
        let supportsMatch = storage.supports(.biometry(enrolment))
        let key = StoredBiometricKey(storage: storage, biometrics: biometrics, enrolment: enrolment)
        self.init(
            storage: storage, device: device, biometrics: biometrics,
            biometricKey: supportsMatch ? key : nil, installation: installation, lifecycle: lifecycle, sources: sources,
            clock: clock)
        #if !canImport(Darwin)
        locksWhenIdle = true
        #endif
    }

    /// Creates a platform with a separate store for the key that a match releases; nil for no biometrics.
    package init(
        storage: some SecureStorageProtocol, device: any DeviceSecret, biometrics: some BiometricAuthProtocol,
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

    /// Returns the lock over the storage, or this process's existing one. If that is of another kind, the returned
    /// lock's problem is ``VaultError/storageInUse``. The first `start()` observes the lifecycle, prepares the device,
    /// and then reads the stored state.
    @MainActor
    package func lock(
        _ kind: LockKind, tenFailures: AttemptPolicy, legacy: (any LegacyPasscodeSource)? = nil,
        unlockServer: (any UnlockServer)? = nil, policy: PasscodePolicy, reason: String
    ) -> PasscodeService {
        LockRegistry.process.lock(over: storage.identity, kind) { rejection in
            var parts = Vault.Parts(
                storage: storage, device: device, biometrics: biometricKey, installation: installation,
                legacy: legacy, policy: tenFailures, clock: clock)
            parts.passcodeInterval = passcodeInterval
            parts.marksUnusedVaults = marksUnusedVaults
            parts.unlockServer = unlockServer
            parts.rejection = rejection
            return service(vault: Vault(parts, parameters: parameters), policy: policy, reason: reason)
        }
    }

    @MainActor
    private func service(vault: Vault, policy: PasscodePolicy, reason: String) -> PasscodeService {
        let (lifecycle, prepare, follow) = (lifecycle, prepare, follow)
        let (waits, onAway) = (waits, onAway)
        let service = PasscodeService(vault: vault, biometrics: biometrics, policy: policy, reason: reason) { service in
            guard vault.parts.rejection == nil else { return }
            // First: no event may be missed while the device is prepared.
            AppLockManager(service: service, lifecycle: lifecycle).watch()
            service.watchTime(
                with: TimeoutTimer(service, countsIdleTime: service.locksWhenIdle, waits: waits, onAway: onAway))
            await follow(lifecycle)
            await prepare()
        }
        service.adopt(locksWhenIdle: locksWhenIdle, promptsAutomatically: promptsAutomatically)
        return service
    }
}
