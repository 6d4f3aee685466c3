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
    /// - Parameters:
    ///   - storage: Keeps the slots, and the secret of this device.
    ///   - biometrics: The reader, or `NoBiometrics`.
    ///   - device: Binds the vault to this device; nil for a random secret in the storage.
    ///   - lifecycle: Receives the lifecycle events; the app may report to it too. A program in a terminal is active.
    ///   - sources: Report when the app becomes active and leaves: signals, logind.
    public static func linux(
        storage: some SecureStorageProtocol, biometrics: some BiometricAuthProtocol = NoBiometrics(),
        device: (any DeviceSecret)? = nil,
        lifecycle: AppLifecycleManager = AppLifecycleManager(initialState: .active),
        sources: [any LifecycleSource] = []
    ) -> LockPlatform {
        LockPlatform(
            storage: storage, device: device ?? StoredDeviceSecret(storage: storage), biometrics: biometrics,
            biometricKey: ReaderGatedBiometricKey(storage: storage, biometrics: biometrics), installation: nil,
            lifecycle: lifecycle, prepare: {},
            follow: { lifecycle in
                for source in sources { _ = try? await source.start(reportingTo: lifecycle) }
            })
    }
}
#endif
