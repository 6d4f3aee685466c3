import LatchkeyBiometrics
import LatchkeyTestSupport
import Testing

@testable import LatchkeyShared

/// The ten test cases of the document "Core Service", with its numbers and inputs.
@MainActor
struct CoreServiceTests {
    private let device = TestDevice()

    private func withPasscode() async -> Composition {
        let app = await device.launch()
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        return app
    }

    @Test("Core Service, case 1: set a passcode")
    func setPasscode() async throws {
        let app = await device.launch()
        #expect(!app.passcodeService.isPasscodeEnabled)
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        #expect(app.passcodeService.isPasscodeEnabled)
        // The slot replaces hash and salt: it contains neither the passcode nor a value to compare it with.
        #expect(try await device.storage.exists(for: "latchkey.vault"))
        let next = await device.afterRestart().launch()
        #expect(next.passcodeService.isPasscodeEnabled && next.passcodeService.isLocked)
    }

    @Test("Core Service, case 2: the right passcode is verified")
    func verifyRight() async { #expect(await withPasscode().passcodeService.verifyPasscode("123456")) }

    @Test("Core Service, case 3: a wrong passcode is not")
    func verifyWrong() async { #expect(await !withPasscode().passcodeService.verifyPasscode("654321")) }

    @Test("Core Service, case 4: remove the passcode")
    func remove() async throws {
        let app = await withPasscode()
        #expect(await app.passcodeService.removePasscode() == .done)
        #expect(!app.passcodeService.isPasscodeEnabled && !app.passcodeService.isBiometricEnabled)
        #expect(!app.passcodeService.isLocked)
        #expect(try await device.names.isEmpty)
    }

    @Test("Core Service, case 5: the kind of biometrics is found", arguments: BiometricType.allCases)
    func biometricType(kind: BiometricType) async {
        await device.biometrics.setState(kind == .none ? .failure(.notAvailable) : .success(kind))
        let service = await device.launch().passcodeService
        #expect(service.isBiometricAvailable == (kind != .none))
        switch service.biometricType {
        case .faceID: #expect(kind == .faceID && service.biometricType.displayName == "Face ID")
        case .touchID: #expect(kind == .touchID && service.biometricType.displayName == "Touch ID")
        case .none:
            #expect(kind != .faceID && kind != .touchID && service.biometricType.displayName == "Biometric")
        }
    }

    @Test("Core Service, case 6: ten seconds away lock")
    func lockTriggers() async {
        #expect(await withPasscode().passcodeService.shouldLockOnForeground(backgroundDuration: 10))
    }

    @Test("Core Service, case 7: two seconds away do not")
    func gracePeriod() async {
        let service = await withPasscode().passcodeService
        #expect(!service.shouldLockOnForeground(backgroundDuration: 2))
        #expect(!service.shouldLockOnForeground(backgroundDuration: 4.999))
        #expect(service.shouldLockOnForeground(backgroundDuration: 5))
        #expect(await service.removePasscode() == .done)
        #expect(!service.shouldLockOnForeground(backgroundDuration: 10), "and never without a passcode")
    }

    @Test("Core Service, case 8: set, then remove: no orphans")
    func noOrphans() async throws {
        let service = await withPasscode().passcodeService
        #expect(await service.setBiometric(enabled: true) == .done)
        #expect(await service.verifyPasscode("123456"))
        #expect(await service.removePasscode() == .done)
        #expect(try await device.names.isEmpty)
    }

    @Test("Core Service, case 9: turn biometrics on")
    func enableBiometric() async {
        let service = await withPasscode().passcodeService
        #expect(await service.setBiometric(enabled: true) == .done)
        #expect(service.isBiometricEnabled)
        #expect(await service.setBiometric(enabled: false) == .done)
        #expect(!service.isBiometricEnabled)
    }

    @Test("Core Service, case 10: a full logout clears the passcode")
    func clearAll() async throws {
        let app = await withPasscode()
        #expect(await app.passcodeService.setBiometric(enabled: true) == .done)
        try await app.keychain.set("value", forKey: "setting")
        try await app.keychain.saveTokens(accessToken: "access", refreshToken: "refresh")
        try await app.keychain.saveBiometricTokens(accessToken: "access", refreshToken: "refresh")
        _ = try await app.passcodeService.vault()
        try await app.keychain.clearAll()
        #expect(try await device.names.isEmpty)
        #expect(!app.passcodeService.isPasscodeEnabled && !app.passcodeService.isBiometricEnabled)
        #expect(!app.passcodeService.isLocked)
        #expect(await app.passcodeService.setPasscode("654321") == .done)
    }
}
