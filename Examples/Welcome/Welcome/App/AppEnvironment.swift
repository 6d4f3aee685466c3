import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySecureStorage
import SwiftData

/// The composition root: creates the parts of the app once and passes them on.
@MainActor
final class AppEnvironment {
    let lock: PasscodeService
    /// The models that views query.
    let container: ModelContainer
    let onboarding: OnboardingModel
    let notes: NotesModel

    /// - Parameters:
    ///   - platform: The parts of the lock.
    ///   - persistence: The store of the app's own models.
    ///   - biometrics: Confirms the owner of the device.
    init(platform: LockPlatform, persistence: SwiftDataPersistence, biometrics: some BiometricAuthProtocol) {
        lock = AppLock.device(
            platform, reason: NSLocalizedString("Open your notes.", comment: ""), afterTenFailures: .unlimited)
        container = persistence.modelContainer
        onboarding = OnboardingModel(lock)
        notes = NotesModel(
            lock: lock, models: persistence, storage: platform.storage, biometrics: biometrics,
            lifecycle: platform.lifecycle)
    }

    /// The app on a device.
    static func live() throws(PersistenceError) -> AppEnvironment {
        AppEnvironment(
            platform: .apple(keychain: KeychainSecureStorage(), lifecycle: AppLifecycleManager()),
            persistence: try SwiftDataPersistence(for: [Note.self], in: .standard), biometrics: LocalBiometricAuth())
    }
}
