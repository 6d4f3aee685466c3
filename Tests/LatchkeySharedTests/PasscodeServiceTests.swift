import Foundation
import LatchkeyBiometrics
import LatchkeyTestSupport
import Testing

@testable import LatchkeyShared

@MainActor
struct PasscodeServiceTests {
    private let device = TestDevice()

    private func withPasscode() async -> PasscodeService {
        let service = await device.launch().passcodeService
        #expect(await service.setPasscode("123456") == .done)
        return service
    }

    @Test func onePasscodeConfirmsOneChange() async {
        let service = await withPasscode()
        #expect(await service.setBiometric(enabled: true) == .done)
        #expect(await service.removePasscode() == .passcodeNeeded)
        #expect(await service.setPasscode("222333") == .passcodeNeeded)
        #expect(service.isPasscodeEnabled)
        #expect(await service.verifyPasscode("123456"))
        #expect(await service.setPasscode("222333") == .done)
        #expect(await service.verifyPasscode("222333"))
    }

    @Test func wrongPasscodeConfirmsNoChange() async {
        let service = await withPasscode()
        #expect(await service.setBiometric(enabled: true) == .done)
        #expect(await !service.verifyPasscode("654321"))
        #expect(await service.removePasscode() == .passcodeNeeded)
    }

    @Test(arguments: [(59, true), (60, false)]) func confirmationLastsOneMinute(seconds: Int, isInTime: Bool) async {
        let service = await withPasscode()
        device.clock.advance(by: .seconds(seconds))
        #expect(await service.removePasscode() == (isInTime ? .done : .passcodeNeeded))
    }

    @Test func lockEndsTheConfirmation() async {
        let service = await withPasscode()
        service.lockApp()
        #expect(service.isLocked)
        #expect(await service.unlockApp(with: "123456") == .unlocked)
        #expect(await service.removePasscode() == .passcodeNeeded, "opening the app confirms no change")
    }

    @Test func onlyTheRightPasscodeOpens() async {
        let service = await withPasscode()
        service.lockApp()
        #expect(await service.unlockApp(with: "654321") == .wrong(remaining: nil))
        #expect(await service.unlockApp(with: "12345") == .noPasscode)
        #expect(service.isLocked)
        #expect(await service.unlockApp(with: "123456") == .unlocked)
        #expect(!service.isLocked)
    }

    @Test func sealedDataSurvivesPasscodeRemoval() async throws {
        let service = await withPasscode()
        let sealed = try await service.vault().seal(Data("note".utf8), for: "notes")
        #expect(await service.removePasscode() == .done)
        #expect(try await service.vault().open(sealed, for: "notes") == Data("note".utf8))
        #expect(try await device.storage.exists(for: "latchkey.vault"))
        // Even if only an earlier process used the vault.
        let next = await device.afterRestart().launch().passcodeService
        #expect(await next.setPasscode("123456") == .done)
        #expect(await next.removePasscode() == .done)
        #expect(try await next.vault().open(sealed, for: "notes") == Data("note".utf8))
    }

    @Test func rejectedChangeKeepsThePasscodeConfirmationUntilItExpires() async {
        let service = await withPasscode()
        device.clock.advance(by: .seconds(59))
        #expect(await service.setPasscode("123456") == .reused)
        await device.biometrics.setState(.failure(.notEnrolled))
        #expect(await service.setBiometric(enabled: true) == .unavailable(.notEnrolled))
        #expect(await service.setPasscode("222333") == .done)
        device.clock.advance(by: .seconds(59))
        #expect(await service.setPasscode("222333") == .reused)
        device.clock.advance(by: .seconds(1))
        #expect(await service.removePasscode() == .passcodeNeeded)
    }

    @Test func lockEndsTheConfirmationOfARejectedChange() async {
        let service = await withPasscode()
        #expect(await service.setPasscode("123456") == .reused)
        service.lockApp()
        #expect(await service.removePasscode() == .passcodeNeeded)
    }

    @Test func onePasscodeDoesNotConfirmTwoConcurrentChanges() async {
        let service = await withPasscode()
        async let first = service.setPasscode("222333")
        async let second = service.setPasscode("333444")
        #expect(await [first, second].filter { $0 == .passcodeNeeded }.count == 1)
    }

    @Test func matchUnlocksTheLockedApp() async {
        let service = await withPasscode()
        #expect(await service.setBiometric(enabled: true) == .done)
        service.lockApp()
        #expect(await failure(of: service.authenticateWithBiometric()) == nil)
        #expect(!service.isLocked)
    }

    @Test(arguments: [
        (BiometricAuthError.userCanceled, PasscodeService.PasscodeError.biometricCancelled),
        (.systemCanceled, .biometricCancelled), (.notEnrolled, .biometricNotAvailable),
        (.authenticationFailed, .biometricFailed("Authentication failed. Please try again.")),
    ])
    func failedMatchHasAReason(error: BiometricAuthError, expected: PasscodeService.PasscodeError) async {
        let service = await withPasscode()
        #expect(await service.setBiometric(enabled: true) == .done)
        await device.biometrics.failNext(with: error)
        #expect(await failure(of: service.authenticateWithBiometric()) == expected)
    }

    @Test func cancelledPromptLeavesTheAppLocked() async {
        let service = await withPasscode()
        #expect(await service.setBiometric(enabled: true) == .done)
        service.lockApp()
        await device.storage.breakRecord(for: "latchkey.biometric", with: .cancelled)
        #expect(await failure(of: service.authenticateWithBiometric()) == .biometricCancelled)
        #expect(service.isLocked)
    }

    @Test func disabledBiometricsCannotUnlockTheApp() async {
        let service = await withPasscode()
        service.lockApp()
        #expect(await failure(of: service.authenticateWithBiometric()) == .biometricNotAvailable)
        #expect(service.isLocked)
    }

    #if !canImport(Combine)
    @Test func eachChangeOfTheLockIsPublished() async {
        let service = await withPasscode()
        var changes = service.$isLocked.makeAsyncIterator()
        #expect(await changes.next() == false)
        service.lockApp()
        #expect(await changes.next() == true)
        _ = await service.unlockApp(with: "123456")
        #expect(await changes.next() == false)
    }
    #endif

    @Test func unreadableStorageStaysLockedUntilReadable() async {
        _ = await withPasscode()
        let next = await device.afterRestart()
        await next.storage.breakRecord(for: "latchkey.vault", with: .locked)
        let service = await next.launch().passcodeService
        #expect(service.isLocked && service.problem != nil)
        await next.storage.breakRecord(for: "latchkey.vault", with: nil)
        await service.loadState()
        #expect(service.problem == nil && service.isLocked)
        #expect(await service.unlockApp(with: "123456") == .unlocked)
    }

    private func failure(
        of result: Result<Void, PasscodeService.PasscodeError>
    ) -> PasscodeService.PasscodeError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
