public import LatchkeyBiometrics
public import LatchkeyLifecycle
package import LatchkeyPasscode
public import LatchkeySecureStorage

/// The parts of a device that a lock uses.
///
/// `apple(…)` exists on Apple's platforms only; `linux(…)` on others.
public struct LockPlatform: Sendable {
    /// Keeps the slots and the count of guesses; an account keeps its session's record beside them.
    public let storage: any SecureStorageProtocol
    let device: any DeviceSecret
    package let biometrics: any BiometricAuthProtocol
    let biometricKey: (any BiometricKeyStore)?
    let installation: (any InstallationMarker)?
    /// Receives the lifecycle events, for the app's own handlers. The lock does not wait for them.
    public let lifecycle: AppLifecycleManager
    package var clock: any LockClock = SystemLockClock()
    let prepare: @MainActor @Sendable () async -> Void
    let follow: @MainActor @Sendable (AppLifecycleManager) async -> Void
    /// Whether an app that stays in front and is not used locks after the timeout, of one minute at least. True on
    /// Linux, where nothing reports that the device is idle, and false elsewhere. `.appLock` and `SessionView` report
    /// keys, clicks and touches; without them the app calls `recordActivity()` at each.
    public var locksWhenIdle = false
    /// Whether the biometric prompt comes up by itself when a locked app comes to the front. False: only when the user
    /// asks for it, by the key on the lock screen. Where the user has iOS itself ask for Face ID before it shows the
    /// app, it comes up on request in any case.
    public var promptsByItself = true
    /// The longest time since the passcode was last given in which biometrics open the app, so that it is not
    /// forgotten: `.seconds(14 * 86_400)`. Nil for any time. A match alone that opens the app knows no passcode.
    public var passcodeInterval: Duration?
    /// Paces the checks of the timeouts.
    var waits: any Clock<Duration> = ContinuousClock()
    /// Called when an absence of the open app begins, and when its time ends.
    var onAway: @MainActor @Sendable (Bool) -> Void = { _ in }
    /// The cost of new passcode slots. A test may use less.
    package var parameters = ScryptParameters.standard
}

extension LockPlatform {
    /// A device that the app assembles from parts.
    ///
    /// - Parameters:
    ///   - storage: Must write durably and atomically.
    ///   - device: Ties the vault to this device.
    ///   - biometrics: Asks for a match. The key that a match releases is in the storage: biometrics cannot be turned
    ///     on unless the storage supports `SecureStorageAccess.biometry` with the enrolment.
    ///   - enrolment: Whose match opens: by default only those who were enrolled when biometrics were turned on.
    ///   - installation: Distinguishes installations; nil where the storage is deleted with the app.
    ///   - lifecycle: Receives the lifecycle events; the app may report to it too.
    ///   - sources: Report when the app becomes active and leaves. A source that cannot start reports nothing. Without
    ///     any, only what the app reports to `lifecycle`, and its idle time (``locksWhenIdle``), locks by time.
    ///   - clock: Measures delays and absences.
    public init(
        storage: some SecureStorageProtocol, device: some DeviceSecret,
        biometrics: some BiometricAuthProtocol = NoBiometrics(),
        enrolment: SecureStorageAccess.Enrolment = .currentEnrolment, installation: (any InstallationMarker)? = nil,
        lifecycle: AppLifecycleManager = AppLifecycleManager(initialState: .active),
        sources: [any LifecycleSource], clock: some LockClock = SystemLockClock()
    ) {
        let takesMatch = storage.supports(.biometry(enrolment))
        let key = StoredBiometricKey(storage: storage, biometrics: biometrics, enrolment: enrolment)
        self.init(
            storage: storage, device: device, biometrics: biometrics,
            biometricKey: takesMatch ? key : nil, installation: installation, lifecycle: lifecycle, sources: sources,
            clock: clock)
        #if !canImport(Darwin)
        locksWhenIdle = true
        #endif
    }

    /// Creates a device with a separate store for the key that a match releases, or nil for no biometrics.
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

    /// Returns the lock over the storage, or the one that this process has over it already. If that is of another kind,
    /// the lock's problem is ``VaultError/storageInUse``. Its first `start()` follows the lifecycle, prepares the
    /// device, and only then reads what is stored.
    @MainActor
    package func lock(
        _ kind: LockKind, tenFailures: AttemptPolicy, legacy: (any LegacyPasscodeSource)? = nil,
        policy: PasscodePolicy, reason: String
    ) -> PasscodeService {
        LockRegistry.process.lock(over: storage.identity, kind) { refusal in
            var parts = Vault.Parts(
                storage: storage, device: device, biometrics: biometricKey, installation: installation,
                legacy: legacy, policy: tenFailures, clock: clock)
            parts.passcodeInterval = passcodeInterval
            parts.refusal = refusal
            return service(vault: Vault(parts, parameters: parameters), policy: policy, reason: reason)
        }
    }

    @MainActor
    private func service(vault: Vault, policy: PasscodePolicy, reason: String) -> PasscodeService {
        let (lifecycle, prepare, follow) = (lifecycle, prepare, follow)
        let (waits, onAway) = (waits, onAway)
        let service = PasscodeService(vault: vault, biometrics: biometrics, policy: policy, reason: reason) { service in
            guard vault.parts.refusal == nil else { return }
            // First: no event may be missed while the device is prepared.
            AppLockManager(service: service, lifecycle: lifecycle).watch()
            service.watchTime(
                with: TimeoutTimer(service, countsIdleTime: service.locksWhenIdle, waits: waits, onAway: onAway))
            await follow(lifecycle)
            await prepare()
        }
        service.adopt(locksWhenIdle: locksWhenIdle, promptsByItself: promptsByItself)
        return service
    }
}
