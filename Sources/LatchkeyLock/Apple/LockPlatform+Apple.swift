#if canImport(Security) && canImport(LocalAuthentication)
public import Foundation
internal import LatchkeyBiometrics
internal import LatchkeyCore
public import LatchkeyLifecycle
public import LatchkeySecureStorage

extension LockPlatform {
    /// The app's folder for application support. In a container it is deleted with the app. Mac apps without a sandbox
    /// share the parent folder.
    public static var appFolder: URL {
        // The system always returns one.
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        return support.appending(path: Bundle.main.bundleIdentifier ?? "Latchkey")
    }

    /// Creates the platform of an Apple device: Keychain, Secure Enclave if there is one, Face ID, Touch ID or Optic
    /// ID, and the system's events about the app.
    ///
    /// Nothing is read while the device is locked.
    ///
    /// - Parameters:
    ///   - keychain: The storage of the slots and the attempt count.
    ///   - folder: A folder that is deleted with the app, created if missing. It detects a new installation, since the
    ///     Keychain outlives the app.
    ///   - lifecycle: Receives the system's events.
    ///   - fallbackTitle: The title of the passcode button, which the system's prompt shows after a failed match. Nil
    ///     for "Enter Passcode" in the user's language; empty for no button. Without a Secure Enclave, as in some
    ///     simulators, there is no button.
    ///   - enrolment: The enrolments that unlock: by default only those at the time when biometrics were enabled.
    ///     A change takes effect when biometrics are next enabled.
    @available(iOSApplicationExtension, unavailable)
    public static func apple(
        keychain: KeychainSecureStorage = KeychainSecureStorage(), folder: URL = appFolder,
        lifecycle: AppLifecycleManager = AppLifecycleManager(), fallbackTitle: String? = nil,
        enrolment: SecureStorageAccess.Enrolment = .currentEnrolment
    ) -> LockPlatform {
        let title = fallbackTitle ?? LockTexts.preferred(from: PreferredLanguages.current)[.enterPasscode]
        let biometrics = LocalBiometricAuth()
        var platform = LockPlatform(
            storage: keychain, device: HardwareDeviceSecret.orStored(in: keychain), biometrics: biometrics,
            biometricKey: HardwareBiometricKey.orStored(
                in: keychain, biometrics: biometrics,
                hardware: SecureEnclaveBiometricKey(enrolment, fallbackTitle: title), enrolment: enrolment),
            installation: FileInstallationMarker(file: folder.appending(path: "installation")), lifecycle: lifecycle,
            prepare: {
                await AppleAppEvents.waitUntilReadable()
                // If it cannot be created, writing the marker reports the error.
                try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            },
            follow: { AppleAppEvents.follow(reportingTo: $0) })
        platform.onAway = { AppleAppEvents.note(isAway: $0) }
        return platform
    }
}
#endif
