#if !canImport(LocalAuthentication)
public import LatchkeyBiometrics
public import LatchkeyLifecycle
public import LatchkeySecureStorage

extension LockPlatform {
    /// Creates the platform of a device without Apple's services, such as a Linux desktop or a terminal.
    ///
    /// A fingerprint reader only reports a match here, and this library then releases the key. That is weaker than on
    /// Apple's platforms; biometrics are disabled until the user enables them.
    ///
    /// An app that stays in front unused also locks, after its timeout without a call of
    /// ``PasscodeService/recordActivity()`` or the session's.
    ///
    /// - Parameters:
    ///   - storage: The storage of the slots, and of the device secret.
    ///   - biometrics: The reader, or `NoBiometrics`.
    ///   - device: The secret that binds the vault to this device; nil for a random secret in the storage.
    ///   - lifecycle: Receives the lifecycle events; the app may also report to it. A program in a terminal is active.
    ///   - sources: The sources of lifecycle events: `POSIXSignalLifecycleSource`, and on a desktop
    ///     `LogindLifecycleSource`.
    ///   - clock: Measures delays, absences and idle time.
    public static func linux(
        storage: some SecureStorageProtocol, biometrics: some BiometricAuthProtocol = NoBiometrics(),
        device: (any DeviceSecret)? = nil,
        lifecycle: AppLifecycleManager = AppLifecycleManager(initialState: .active),
        sources: [any LifecycleSource], clock: some LockClock = SystemLockClock()
    ) -> LockPlatform {
        var platform = LockPlatform(
            storage: storage, device: device ?? StoredDeviceSecret(storage: storage), biometrics: biometrics,
            biometricKey: ReaderGatedBiometricKey(storage: storage, biometrics: biometrics), lifecycle: lifecycle,
            sources: sources, clock: clock)
        platform.locksWhenIdle = true
        return platform
    }
}
#endif
