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

    @Test func coreServiceCase1PasscodeCanBeSet() async throws {
        let app = await device.launch()
        #expect(!app.passcodeService.isPasscodeEnabled)
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        #expect(app.passcodeService.isPasscodeEnabled)
        // The slot replaces hash and salt: it contains neither the passcode nor a value to compare it with.
        #expect(try await device.storage.exists(for: "latchkey.vault"))
        let next = await device.afterRestart().launch()
        #expect(next.passcodeService.isPasscodeEnabled && next.passcodeService.isLocked)
    }

    @Test func coreServiceCase2TheRightPasscodeIsVerified() async {
        #expect(await withPasscode().passcodeService.verifyPasscode("123456"))
    }

    @Test func coreServiceCase3WrongPasscodeIsRejected() async {
        #expect(await !withPasscode().passcodeService.verifyPasscode("654321"))
    }

    @Test func coreServiceCase4PasscodeCanBeRemoved() async throws {
        let app = await withPasscode()
        #expect(await app.passcodeService.removePasscode() == .done)
        #expect(!app.passcodeService.isPasscodeEnabled && !app.passcodeService.isBiometricEnabled)
        #expect(!app.passcodeService.isLocked)
        #expect(try await device.names.isEmpty)
    }

    @Test(arguments: BiometricType.allCases)
    func coreServiceCase5BiometricTypeIsDetected(kind: BiometricType) async {
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

    @Test func coreServiceCase6TenSecondsInBackgroundLocks() async {
        #expect(await withPasscode().passcodeService.shouldLockOnForeground(backgroundDuration: 10))
    }

    @Test func coreServiceCase7TwoSecondsInBackgroundNeverLocks() async {
        let service = await withPasscode().passcodeService
        #expect(!service.shouldLockOnForeground(backgroundDuration: 2))
        #expect(!service.shouldLockOnForeground(backgroundDuration: 4.999))
        #expect(service.shouldLockOnForeground(backgroundDuration: 5))
        #expect(await service.removePasscode() == .done)
        #expect(!service.shouldLockOnForeground(backgroundDuration: 10), "and never without a passcode")
    }

    @Test func coreServiceCase8RemovingAPasscodeLeavesNoItems() async throws {
        let service = await withPasscode().passcodeService
        #expect(await service.setBiometric(enabled: true) == .done)
        #expect(await service.verifyPasscode("123456"))
        #expect(await service.removePasscode() == .done)
        #expect(try await device.names.isEmpty)
    }

    @Test func coreServiceCase9BiometricsCanBeEnabled() async {
        let service = await withPasscode().passcodeService
        #expect(await service.setBiometric(enabled: true) == .done)
        #expect(service.isBiometricEnabled)
        #expect(await service.setBiometric(enabled: false) == .done)
        #expect(!service.isBiometricEnabled)
    }

    @Test func coreServiceCase10AFullLogoutClearsThePasscode() async throws {
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
