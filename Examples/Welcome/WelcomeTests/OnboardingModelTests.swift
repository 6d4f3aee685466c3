import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@MainActor
@Suite struct OnboardingModelTests {
    private let storage = MockSecureStorage()
    private let passcode = Passcode("593072")

    private func launch(on storage: MockSecureStorage) async -> OnboardingModel {
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let lock = AppLock.device(platform.withCheapPasscodes, reason: "Test.", afterTenFailures: .unlimited)
        let onboarding = OnboardingModel(lock)
        #expect(onboarding.step == .loading)
        await lock.start()
        return onboarding
    }

    @Test func firstLaunchSetsUpAPasscodeAndOffersBiometrics() async throws {
        let onboarding = await launch(on: storage)
        #expect(onboarding.step == .introduction)
        onboarding.choosePasscode()
        #expect(onboarding.step == .passcode)
        #expect(await onboarding.lock.setPasscode(try #require(passcode)) == .done)
        #expect(onboarding.step == .passcode, "the view of the passcode ends the step")
        onboarding.end()
        #expect(onboarding.step == .done && onboarding.offersBiometrics)
    }

    @Test func postponedPasscodeIsOfferedAtTheNextLaunch() async {
        let onboarding = await launch(on: storage)
        onboarding.choosePasscode()
        onboarding.end()
        #expect(onboarding.step == .done && !onboarding.offersBiometrics)
        #expect(await launch(on: storage.copy()).step == .introduction)
    }

    @Test func laterLaunchesSkipOnboarding() async throws {
        #expect(await launch(on: storage).lock.setPasscode(try #require(passcode)) == .done)
        let onboarding = await launch(on: storage.copy())
        #expect(onboarding.step == .done && onboarding.lock.isLocked)
    }

    @Test func unreadableStorageIsNotTreatedAsAFirstLaunch() async {
        await storage.failNext(with: .locked, on: .load)
        let onboarding = await launch(on: storage)
        #expect(onboarding.step == .loading && onboarding.lock.isLocked)
    }
}
