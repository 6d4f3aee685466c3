import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyTestSupport
import Testing

@testable import LatchkeyUI

@MainActor struct PasscodeSettingsTests {
    private let device = TestLock()

    private func screen(_ lock: some LockModel) -> PasscodeSettingsModel {
        PasscodeSettingsModel(lock, texts: .english, clock: device.clock, now: device.clock.timeOfDay)
    }

    private func open() async -> PasscodeService {
        let lock = await device.launched()
        _ = await lock.setPasscode(.right)
        return lock
    }

    @Test func disablingThePasscodeRequiresIt() async {
        let lock = await open()
        let screen = screen(lock)
        screen.disablePasscode()
        #expect(screen.question == .disable && screen.isPasscodeEnabled)
        await screen.entry.type("730416")
        #expect(screen.question == .disable && screen.isPasscodeEnabled && screen.entry.failures == 1)
        await screen.entry.type("481920")
        #expect(screen.question == nil && !screen.isPasscodeEnabled)
    }

    @Test("C6 enabling biometrics requires the passcode, and disabling does not")
    func enablingBiometricsRequiresThePasscodeAndDisablingDoesNot() async {
        let screen = screen(await open())
        #expect(screen.biometrics == .fingerprint)
        await screen.setBiometrics(true)
        #expect(screen.question == .enableBiometrics && !screen.isBiometricEnabled)
        await screen.entry.type("481920")
        #expect(screen.question == nil && screen.isBiometricEnabled)
        await screen.setBiometrics(false)
        #expect(screen.question == nil && !screen.isBiometricEnabled)
    }

    @Test func unavailableBiometricsAreNotShownInSettings() async {
        await device.reader.setState(.failure(.notEnrolled))
        #expect(screen(await open()).biometrics == nil)
    }

    @Test func biometricsEnrolledWhileTheAppRunsAppearInSettings() async {
        await device.reader.setState(.failure(.notEnrolled))
        let lock = await open()
        let lifecycle = MockAppLifecycle(initialState: .active)
        await AppLockManager(service: lock, lifecycle: lifecycle).start()
        let screen = screen(lock)
        #expect(screen.biometrics == nil)
        await lifecycle.simulateBackground()
        await device.reader.setState(.success(.fingerprint))
        await lifecycle.simulateForeground()
        await until { screen.biometrics == .fingerprint }
    }

    @Test func enabledBiometricsCanBeDisabledWithoutAReader() async {
        let lock = await open()
        let screen = screen(lock)
        await screen.setBiometrics(true)
        await screen.entry.type("481920")
        await device.reader.setState(.failure(.notEnrolled))
        await lock.checkBiometricAvailability()
        #expect(screen.isBiometricEnabled && screen.biometrics == .other)
        await screen.setBiometrics(false)
        #expect(!screen.isBiometricEnabled && screen.biometrics == nil)
    }

    @Test("C6 biometrics-only protection can be locked and disabled")
    func biometricsOnlyProtectionCanBeLockedAndDisabled() async {
        let lock = await device.launched()
        let screen = screen(lock)
        #expect(!screen.canLockNow && screen.biometrics == nil)
        #expect(await lock.protectWithBiometricsOnly() == .done)
        #expect(screen.canLockNow && !screen.isPasscodeEnabled && screen.biometrics == .fingerprint)
        await screen.setBiometrics(false)
        #expect(!screen.canLockNow && screen.biometrics == nil && screen.message == nil)
    }

    @Test func forgottenPasscodeResetRequiresAnAccountAndAPasscode() async {
        let lock = await open()
        #expect(!screen(lock).canResetPasscode)
        #expect(screen(ScriptedLock(lock)).canResetPasscode)
        let open = await TestLock().launched()
        #expect(!screen(ScriptedLock(open)).canResetPasscode)
    }

    @Test("C7 without an account only a longer timeout requires the passcode")
    func withoutAnAccountOnlyALongerTimeoutRequiresThePasscode() async {
        let screen = screen(await open())
        await screen.setTimeout(.fiveMinutes)
        #expect(screen.question == .timeout(.fiveMinutes) && screen.timeout == .immediately)
        await screen.entry.type("481920")
        #expect(screen.question == nil && screen.timeout == .fiveMinutes)
        await screen.setTimeout(.oneMinute)
        #expect(screen.question == nil && screen.timeout == .oneMinute)
    }

    @Test func longerTimeoutRequiresThePasscodeAndCanBeRetried() async {
        let lock = ScriptedLock(await open(), outcomes: .failed(.api(.offline)), .done)
        let screen = screen(lock)
        await screen.setTimeout(.oneHour)
        #expect(screen.question == .timeout(.oneHour) && lock.asked.isEmpty)
        await screen.entry.type("481920")
        #expect(screen.question == .timeout(.oneHour) && screen.entry.status == ScreenTexts.english[.offline])
        await screen.entry.type("481920")
        #expect(screen.question == nil && lock.asked == ["timeout with passcode", "timeout with passcode"])
    }

    @Test func cancellingClosesThePasscodePromptAndChangesNothing() async {
        let screen = screen(await open())
        screen.disablePasscode()
        screen.entry.pad.press(4)
        screen.cancel()
        #expect(screen.question == nil && screen.entry.pad.count == 0 && screen.isPasscodeEnabled)
    }

    @Test func failedChangeIsReported() async {
        let screen = screen(ScriptedLock(await device.launched(), outcomes: .failed(.api(.offline))))
        await screen.setTimeout(.fiveMinutes)
        #expect(screen.message == ScreenTexts.english[.offline])
    }

    @Test func teamPoliciesAreExplainedAndHideForbiddenOptions() async {
        let lock = ScriptedLock(await open())
        let screen = screen(lock)
        #expect(screen.canDisablePasscode && screen.rules.isEmpty)
        #expect(screen.timeouts == LockTimeout.allCases && screen.biometrics == .fingerprint)
        lock.policy = User.Policy(passcodeRequired: true, longestTimeoutMinutes: 15, biometricsAllowed: false)
        #expect(!screen.canDisablePasscode && screen.biometrics == nil)
        #expect(screen.timeouts == [.immediately, .oneMinute, .fiveMinutes, .fifteenMinutes])
        #expect(
            screen.rules == [
                "Your team requires a passcode.", "Your team allows at most 15 minutes.",
                "Your team does not allow biometrics.",
            ])
        screen.disablePasscode()
        #expect(screen.question == nil && lock.asked.isEmpty)
        lock.policy = User.Policy(longestTimeoutMinutes: 1)
        #expect(screen.timeouts == [.immediately, .oneMinute])
        #expect(screen.rules == ["Your team allows at most 1 minute."])
    }

    @Test func passcodeSetupShowsTheTeamPolicyAsItsReason() async {
        let lock = ScriptedLock(await device.launched())
        let screen = SetPasscodeModel(.set, of: lock, texts: .english)
        #expect(screen.reason?.contains("team") == false && screen.cancelTitle == "Set up later")
        lock.policy = User.Policy(passcodeRequired: true)
        #expect(screen.reason == "Your team requires a passcode." && screen.cancelTitle == "Sign in again")
    }
}
