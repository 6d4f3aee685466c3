#if !canImport(LocalAuthentication)
public import LatchkeyBiometrics
public import LatchkeyLifecycle
public import LatchkeySecureStorage

extension LockPlatform {
    /// A device without Apple's services: a Linux desktop, a terminal.
    ///
    /// A fingerprint reader answers yes or no here, and this library releases the key after a yes: weaker than Apple's
    /// platforms, and off until the user turns it on.
    ///
    /// The lock also locks an app that stays in front and is not used: after its timeout without a call of
    /// ``PasscodeService/recordActivity()``, or of the session's.
    ///
    /// - Parameters:
    ///   - storage: Keeps the slots, and the secret of this device.
    ///   - biometrics: The reader, or `NoBiometrics`.
    ///   - device: Binds the vault to this device; nil for a random secret in the storage.
    ///   - lifecycle: Receives the lifecycle events; the app may report to it too. A program in a terminal is active.
    ///   - sources: Report when the app becomes active and leaves: `POSIXSignalLifecycleSource`, and on a desktop
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
