import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyTestSupport
import Testing

@testable import LatchkeyShared

@MainActor
struct BiometricManagersTests {
    private let device = TestDevice()

    @Test(arguments: [
        (BiometricType.faceID, BiometricAuthManager.BiometricType.faceID, "Face ID"),
        (.touchID, .touchID, "Touch ID"), (.opticID, .opticID, "Optic ID"), (.fingerprint, .none, "Passcode"),
    ])
    func biometricTypeIsAvailableSynchronously(
        kind: BiometricType, expected: BiometricAuthManager.BiometricType, name: String
    ) async throws {
        await device.biometrics.setState(.success(kind))
        let app = await device.launch()
        let manager = app.biometricAuth
        #expect(manager.biometricType == expected && manager.biometricType.displayName == name)
        #expect(manager.isBiometricAvailable && manager.canUseBiometricOrPasscode)
        #expect(manager.hasTouchID == (kind == .touchID))
        #expect(try manager.checkBiometricStatus().get() == expected)
        #expect(app.biometricService.canUseBiometrics())
        #expect(app.biometricService.biometryDisplayName == kind.displayName)
    }

    @Test func biometricStatusIsRefreshedWhenTheAppBecomesActive() async {
        let app = await device.launch()
        #expect(app.biometricService.canUseBiometrics())
        await device.biometrics.setState(.failure(.notEnrolled))
        await app.platform.lifecycle.updateState(.background).value
        #expect(app.biometricService.canUseBiometrics())
        await app.platform.lifecycle.updateState(.active).value
        #expect(!app.biometricService.canUseBiometrics())
        guard case .failure(.biometryNotEnrolled) = app.biometricAuth.checkBiometricStatus() else {
            Issue.record("not the reason")
            return
        }
    }

    @Test func lockoutEndsWithTheDevicePasscode() async {
        await device.biometrics.setState(.failure(.lockout))
        let manager = await device.launch().biometricAuth
        guard case .failure(.biometryLockout) = await manager.authenticateWithBiometrics(reason: "Open it.") else {
            Issue.record("not locked out")
            return
        }
        guard case .success = await manager.authenticateWithBiometricsOrPasscode(reason: "Open it.") else {
            Issue.record("the passcode did not help")
            return
        }
        #expect(manager.isBiometricAvailable)
    }

    @Test func lockedAppShowsOnlyItsOwnPrompt() async {
        let app = await device.launch()
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        app.passcodeService.lockApp()
        guard case .failure(.systemCancel) = await app.biometricAuth.authenticateWithBiometrics(reason: "Open it.")
        else {
            Issue.record("asked")
            return
        }
        #expect(await !device.biometrics.calls.contains(.authenticate(reason: "Open it.")))
    }

    @Test(arguments: [
        (BiometricAuthError.notAvailable, BiometricError.unavailable), (.notEnrolled, .notEnrolled),
        (.userCanceled, .cancelled), (.userFallback, .cancelled), (.lockout, .lockout),
        (.authenticationFailed, .failed),
    ])
    func biometricErrorsMapToTheServicesErrors(error: BiometricAuthError, expected: BiometricError) async throws {
        let service = await device.launch().biometricService
        #expect(try await service.authenticate())
        #expect(await device.biometrics.calls.contains(.authenticate(reason: "Unlock the shop.")))
        await device.biometrics.failNext(with: error)
        await #expect(throws: expected) { try await service.authenticate(reason: "Pay.") }
    }

    @Test func errorTextsMatchTheGuide() {
        let error = BiometricAuthManager.AuthError.biometryLockout
        #expect(
            error.errorDescription
                == "Biometric authentication is locked due to too many failed attempts. Please use your passcode.")
    }

    @Test func errorsHaveTheTextsOfTheLibraries() {
        let errors: [(BiometricError, BiometricAuthError)] = [
            (.unavailable, .notAvailable), (.notEnrolled, .notEnrolled), (.cancelled, .userCanceled),
            (.lockout, .lockout), (.failed, .authenticationFailed),
        ]
        for (error, library) in errors { #expect(error.errorDescription == library.errorDescription) }
        #expect(KeychainError.itemNotFound.errorDescription == "The data is not available on this device.")
        #expect(
            KeychainError.unexpectedStatus(-34018).errorDescription
                == "The data cannot be read right now. Please try again.")
        let passcodeErrors: [(PasscodeService.PasscodeError, String)] = [
            (.incorrectPasscode, "Wrong passcode. Try again."),
            (.biometricNotAvailable, "Biometrics are not available right now."),
            (.biometricFailed("Too dark."), "Too dark."),
            (.biometricFailed(""), "Authentication failed. Please try again."),
            (.biometricCancelled, "Authentication was cancelled."),
        ]
        for (error, text) in passcodeErrors { #expect(error.errorDescription == text) }
    }
}
