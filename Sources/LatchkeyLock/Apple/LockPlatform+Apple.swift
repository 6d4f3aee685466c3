#if canImport(Security) && canImport(LocalAuthentication)
public import Foundation
internal import LatchkeyBiometrics
public import LatchkeyLifecycle
public import LatchkeySecureStorage

extension LockPlatform {
    /// The app's own folder in the user's folder for application support, which is deleted with an app that has a
    /// container. Apps on a Mac without a sandbox share the folder that it is in.
    public static var appFolder: URL {
        // The system always names one.
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        return support.appending(path: Bundle.main.bundleIdentifier ?? "Latchkey")
    }

    /// A device of Apple's: the Keychain, the Secure Enclave where there is one, Face ID, Touch ID or Optic ID, and the
    /// system's events about the app.
    ///
    /// Nothing is read before the device was unlocked for the first time since its start.
    ///
    /// - Parameters:
    ///   - keychain: Keeps the slots and the count of guesses.
    ///   - folder: A folder of the app's own that is deleted with the app, and is created when it is missing: the
    ///     Keychain outlives the app.
    ///   - lifecycle: Receives the system's events.
    ///   - fallbackTitle: The title of the button for the passcode in the system's prompt, which it shows after a match
    ///     has failed; nil for "Enter Passcode" in the user's language, and empty for no button. Without a Secure
    ///     Enclave, as in some simulators, there is no button.
    ///   - enrolment: Whose match opens: by default only those who were enrolled when biometrics were turned on. A
    ///     change takes effect when they are next turned on.
    @available(iOSApplicationExtension, unavailable)
    public static func apple(
        keychain: KeychainSecureStorage = KeychainSecureStorage(), folder: URL = appFolder,
        lifecycle: AppLifecycleManager = AppLifecycleManager(), fallbackTitle: String? = nil,
        enrolment: SecureStorageAccess.Enrolment = .currentEnrolment
    ) -> LockPlatform {
        let title = fallbackTitle ?? LockTexts.preferred(from: Locale.preferredLanguages)[.enterPasscode]
        let biometrics = LocalBiometricAuth()
        var platform = LockPlatform(
            storage: keychain, device: HardwareDeviceSecret.orStored(in: keychain), biometrics: biometrics,
            biometricKey: HardwareBiometricKey.orStored(
                in: keychain, biometrics: biometrics,
                hardware: SecureEnclaveBiometricKey(enrolment, fallbackTitle: title), enrolment: enrolment),
            installation: FileInstallationMarker(file: folder.appending(path: "installation")), lifecycle: lifecycle,
            prepare: {
                await AppleAppEvents.waitUntilReadable()
                // When it cannot be made, writing the marker says so.
                try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            },
            follow: { AppleAppEvents.follow(reportingTo: $0) })
        platform.onAway = { AppleAppEvents.note(isAway: $0) }
        return platform
    }
}
#endif
