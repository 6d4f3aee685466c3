import AppleDevice
import Combine
import LatchkeyTestSupport
import LocalAuthentication
import Security
import SwiftData
import SwiftUI
import Testing

@testable import LatchkeyShared

/// The parts of LatchkeyShared that exist only on Apple's systems.
@MainActor @Suite(.ownDevice, .serialized) struct SharedTests {
    private let storage = MockSecureStorage()

    private var platform: LockPlatform {
        LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage),
            biometrics: LocalBiometricAuth(acceptsCompanion: false) { true }, sources: []
        ).withCheapPasscodes
    }

    private func launched() async -> Composition {
        let app = Composition(
            device: platform, reason: "Unlock the shop.", policy: .anySixDigits, afterTenFailures: .unlimited)
        await app.launch.value
        await app.passcodeService.checkBiometricAvailability()
        return app
    }

    @Test func combinePublishesEachLockChange() async {
        let service = await launched().passcodeService
        var values: [Bool] = []
        var changes = 0
        let subscriptions = [
            service.$isLocked.sink { values.append($0) }, service.objectWillChange.sink { changes += 1 },
        ]
        #expect(await service.setPasscode("123456") == .done)
        await until { changes > 0 }
        service.lockApp()
        await until { values == [false, true] && changes > 1 }
        _ = await service.unlockApp(with: "123456")
        await until { values == [false, true, false] }
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test func viewsObserveThePasscodeService() async {
        struct Cover: View {
            @ObservedObject var service: PasscodeService
            var body: some View { Text(service.isLocked ? "Locked" : "Open") }
        }
        let service = await launched().passcodeService
        #expect(DrawnView(Cover(service: service)).texts == ["Open"])
    }

    @Test func biometryTypeMatchesTheSystems() async {
        for (kind, type) in [(DeviceState.Biometry.faceID, LABiometryType.faceID), (.touchID, .touchID)] {
            device { $0.biometry = kind }
            #expect(await launched().biometricService.biometryType == type)
        }
        device { $0.biometry = .none }
        #expect(await launched().biometricService.biometryType == .none)
    }

    @Test func keychainAccessibilityConstantsMapToAccessLevels() async throws {
        let keychain = await launched().keychain
        let levels: [(CFString, SecureStorageAccess)] = [
            (kSecAttrAccessibleAfterFirstUnlock, .afterFirstUnlock),
            (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .afterFirstUnlock),
            (kSecAttrAccessibleWhenUnlocked, .whenUnlocked),
            (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .whenUnlocked),
            (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .whenPasscodeSet),
        ]
        for (name, access) in levels {
            try await keychain.set("value", forKey: "\(access)", accessibility: name)
            #expect(await storage.calls.contains(.save(key: "\(access)", access: access)))
        }
    }

    /// The only test of its process that calls `configure`: a second call traps.
    @Test func screensWithoutAModelShowTheAppsLock() async throws {
        Latchkey.configure(platform, reason: "Unlock the shop.", policy: .anySixDigits)
        await PasscodeService.shared.loadState()
        #expect(DrawnView(Form { PasscodeSettingsView() }).texts.contains("Set up a passcode"))
        #expect(DrawnView(SetPasscodeView()).texts.contains("Choose a new 6-digit passcode"))
        #expect(await PasscodeService.shared.setPasscode("123456") == .done)
        PasscodeService.shared.lockApp()
        #expect(DrawnView(PasscodeLockView()).texts.contains("Enter your passcode"))

        try Latchkey.configurePersistence(for: [Ticket.self], in: .memory)
        SwiftDataPersistence.shared.modelContainer.mainContext.insert(Ticket(title: "Screen"))
        try SwiftDataPersistence.shared.save()
    }
}
