import AppleDevice
import Crypto
import Foundation
import LatchkeyBiometrics
import LatchkeySecureStorage
import Security
import Testing

@testable import LatchkeyLock

/// Keys in a simulated Secure Enclave, which behaves as documented by Apple.
@Suite(.ownDevice) struct SecureEnclaveTests {
    private let keychain = KeychainSecureStorage(service: "enclave", accessGroup: nil) { true }
    private let biometrics = LocalBiometricAuth(acceptsCompanion: false) { true }
    private let slot = Data((0..<98).map { UInt8($0) })

    private func key() throws -> HardwareBiometricKey {
        let hardware = try #require(SecureEnclaveBiometricKey())
        return HardwareBiometricKey(storage: keychain, biometrics: biometrics, hardware: hardware)
    }

    private func released(_ release: BiometricRelease) -> Data? {
        if case .released(let slot) = release { slot } else { nil }
    }

    @Test("C6 biometric match releases the slot with a single prompt")
    func biometricMatchReleasesTheSlotWithASinglePrompt() async throws {
        try await key().save(slot)
        #expect(try await key().exists())
        #expect(deviceNow.prompts.isEmpty)
        #expect(released(try await key().release(reason: "Unlock", offersPasscode: true)) == slot)
        #expect(deviceNow.prompts == ["Unlock"])
        #expect(deviceNow.fallbackTitles == [""], "no other way is offered")
    }

    @Test func biometricPromptOffersThePasscodeWithoutCountingAFailure() async throws {
        let hardware = try #require(SecureEnclaveBiometricKey(fallbackTitle: "Enter Passcode"))
        let key = HardwareBiometricKey(storage: keychain, biometrics: biometrics, hardware: hardware)
        try await key.save(slot)
        device { $0.outcomes = [.error(-3), .match] }
        guard case .rejected(.userFallback) = try await key.release(reason: "Unlock", offersPasscode: true) else {
            Issue.record("the user has not requested the passcode")
            return
        }
        _ = try await key.release(reason: "Unlock", offersPasscode: false)
        #expect(deviceNow.fallbackTitles == ["Enter Passcode", ""])
    }

    @Test("C11 expired biometric match shows no second prompt")
    func expiredBiometricMatchShowsNoSecondPrompt() async throws {
        try await key().save(slot)
        device { $0.forgetsProofs = true }
        #expect(released(try await key().release(reason: "Unlock", offersPasscode: true)) == nil)
        #expect(deviceNow.prompts == ["Unlock"])
        device { $0.forgetsProofs = false }
        #expect(released(try await key().release(reason: "Unlock", offersPasscode: true)) == slot)
    }

    @Test("C6 no key is created without a device passcode")
    func noKeyIsCreatedWithoutADevicePasscode() async throws {
        device { $0.setPasscode(false) }
        await #expect(throws: VaultError.deviceSecretUnavailable) { () async throws in try await key().save(slot) }
        #expect(try await !keychain.exists(for: LockItem.sealedBiometric.rawValue))
    }

    @Test("C6 no key is created or used without access control")
    func noKeyIsCreatedOrUsedWithoutAccessControl() async throws {
        let hardware = try #require(SecureEnclaveBiometricKey())
        let made = try await hardware.makeKey()
        device { $0.failures = [(.accessControl, errSecParam), (.accessControl, errSecParam)] }
        await #expect(throws: HardwareKeyError.unavailable) { () async throws in _ = try await hardware.makeKey() }
        let peer = P256.KeyAgreement.PrivateKey().publicKey
        guard case .unavailable = await hardware.agree(made.handle, with: peer, reason: "Unlock", offersPasscode: true)
        else {
            Issue.record("a key is used without its control")
            return
        }
        #expect(deviceNow.prompts.isEmpty)
    }

    @Test("C6 failed biometric prompt releases nothing and returns its error")
    func failedBiometricPromptReleasesNothingAndReturnsItsError() async throws {
        try await key().save(slot)
        let errors: [(Int, BiometricAuthError)] = [
            (-1, .authenticationFailed), (-2, .userCanceled), (-4, .systemCanceled), (-8, .lockout),
        ]
        for (code, error) in errors {
            device { $0.outcomes = [.error(code)] }
            let release = try await key().release(reason: "Unlock", offersPasscode: true)
            guard case .rejected(error) = release else {
                Issue.record("LAError \(code) comes to \(release)")
                continue
            }
        }
        #expect(released(try await key().release(reason: "Unlock", offersPasscode: true)) == slot)
    }

    @Test("C6 changing the biometric enrolment invalidates the key", arguments: [-25293, -25300, -50])
    func changingTheBiometricEnrolmentInvalidatesTheKey(status: Int32) async throws {
        device { $0.statusOfInvalidatedKey = status }
        try await key().save(slot)
        device { $0.changeEnrolment() }
        // An unknown error is inconclusive, and shows no prompt.
        #expect(try await key().exists() == (status == -50))
        #expect(deviceNow.prompts.isEmpty)
        guard case .absent = try await key().release(reason: "Unlock", offersPasscode: true) else {
            Issue.record("released for another enrolment")
            return
        }
        try await key().save(slot)
        #expect(released(try await key().release(reason: "Unlock", offersPasscode: true)) == slot)
    }

    @Test("C6 disabling the device passcode deletes the key")
    func disablingTheDevicePasscodeDeletesTheKey() async throws {
        try await key().save(slot)
        device { $0.setPasscode(false) }
        device { $0.setPasscode(true) }
        #expect(released(try await key().release(reason: "Unlock", offersPasscode: true)) == nil)
    }

    @Test("C6 MASVS-AUTH-2 match-protected key computes nothing without a match")
    func matchProtectedKeyComputesNothingWithoutAMatch() async throws {
        let made = try await #require(SecureEnclaveBiometricKey()).makeKey()
        let plain = try #require(SecureEnclaveKey())
        device { $0.outcomes = [.error(-1)] }
        #expect(throws: HardwareKeyError.unavailable) {
            _ = try plain.agree(made.handle, with: P256.KeyAgreement.PrivateKey().publicKey)
        }
    }

    @Test("C4 locking the device does not lose the key", arguments: [-25308, -25291])
    func lockingTheDeviceDoesNotLoseTheKey(status: Int32) async throws {
        device { $0.statusOfLockedKey = status }
        let hardware = try #require(SecureEnclaveBiometricKey())
        let made = try await hardware.makeKey()
        device { $0.lock = .locked }
        let peer = P256.KeyAgreement.PrivateKey().publicKey
        guard case .unavailable = await hardware.agree(made.handle, with: peer, reason: "Unlock", offersPasscode: true)
        else {
            Issue.record("a locked device is treated as a lost key")
            return
        }
        #expect(await !hardware.hasLost(made.handle))
        device { $0.lock = .unlocked }
        guard case .agreed = await hardware.agree(made.handle, with: peer, reason: "Unlock", offersPasscode: true)
        else {
            Issue.record("the key is lost")
            return
        }
    }

    @Test("C6 cancelling the task dismisses the prompt", .timeLimit(.minutes(5)))
    func cancellingTheTaskDismissesThePrompt() async throws {
        let key = try key()
        try await key.save(slot)
        device { $0.outcomes = [.nothing] }
        let request = Task { (try? await key.release(reason: "Unlock", offersPasscode: true)).flatMap(released) }
        while deviceNow.prompts.isEmpty, !Task.isCancelled { await Task.yield() }
        request.cancel()
        #expect(await result(of: request) == .success(nil))
    }

    @Test("C6 any-enrolment key accepts an added finger after a match")
    func anyEnrolmentKeyAcceptsAnAddedFingerAfterAMatch() async throws {
        let hardware = try #require(SecureEnclaveBiometricKey(.anyEnrolment))
        let key = HardwareBiometricKey(storage: keychain, biometrics: biometrics, hardware: hardware)
        try await key.save(slot)
        device { $0.changeEnrolment() }
        #expect(try await key.exists())
        device { $0.outcomes = [.error(-2)] }
        #expect(released(try await key.release(reason: "Unlock", offersPasscode: true)) == nil)
        #expect(released(try await key.release(reason: "Unlock", offersPasscode: true)) == slot)
        #expect(deviceNow.prompts == ["Unlock", "Unlock"])
    }

    @Test func keychainRequiresTheMatchWithoutASecureEnclave() async throws {
        device { $0.hasSecureEnclave = false }
        #expect(SecureEnclaveBiometricKey() == nil && SecureEnclaveKey() == nil)
        let key = HardwareBiometricKey.orStored(
            in: keychain, biometrics: biometrics, hardware: SecureEnclaveBiometricKey())
        try await key.save(slot)
        #expect(released(try await key.release(reason: "Unlock", offersPasscode: true)) == slot)
        #expect(deviceNow.prompts == ["Unlock"])
        device { $0.changeEnrolment() }
        #expect(try await !key.exists())
    }

    @Test("C4 device secret is stable and unavailable while locked")
    func deviceSecretIsStableAndUnavailableWhileLocked() async throws {
        let secret = HardwareDeviceSecret.orStored(in: keychain)
        #expect(secret.isHardwareBound)
        try await secret.enroll()
        let input = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
        let first = try await secret.bind(input, label: [1])
        #expect(try await HardwareDeviceSecret.orStored(in: keychain).bind(input, label: [1]) == first)
        #expect(try await secret.bind(input, label: [2]) != first)
        #expect(deviceNow.prompts.isEmpty)
        device { $0.enclaveKeys = [:] }
        await #expect(throws: DeviceSecretError.missing) { () async throws in
            _ = try await secret.bind(input, label: [1])
        }
    }
}
