import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import Testing

@testable import LatchkeyUI

@MainActor struct SetPasscodeTests {
    private let device = TestLock()

    private func screen(_ purpose: SetPasscodeModel.Purpose, _ lock: some LockModel) -> SetPasscodeModel {
        SetPasscodeModel(purpose, of: lock, texts: .english, clock: device.clock, now: device.clock.timeOfDay)
    }

    @Test("NIST-3.1.1.1-1 passcode is set after a matching confirmation")
    func passcodeIsSetAfterAMatchingConfirmation() async {
        let lock = await device.launched()
        let screen = screen(.set, lock)
        #expect(screen.step == .new)
        await screen.entry.type("481920")
        #expect(screen.step == .confirm && !lock.isPasscodeEnabled)
        await screen.entry.type("481920")
        #expect(screen.step == .done && lock.isPasscodeEnabled)
        #expect(await lock.verifyPasscode(.right) == .unlocked)
    }

    @Test func mismatchedConfirmationRestartsPasscodeSetup() async {
        let lock = await device.launched()
        let screen = screen(.set, lock)
        await screen.entry.type("481920")
        await screen.entry.type("481921")
        #expect(screen.step == .new && screen.entry.failures == 1 && !lock.isPasscodeEnabled)
        #expect(screen.entry.status == "The passcodes do not match. Choose again.")
        await screen.entry.type("481921")
        #expect(screen.step == .confirm, "what was typed first is forgotten")
    }

    @Test("NIST-3.1.1.1-2 NIST-3.1.1.2-17 a weak passcode is rejected immediately with its reason")
    func aWeakPasscodeIsRejectedImmediatelyWithItsReason() async {
        let screen = screen(.set, await device.launched())
        await screen.entry.type("481481")
        #expect(screen.step == .new && screen.entry.status?.contains("triples, or a repeated half") == true)
    }

    @Test func changingAfterALockRequiresTheCurrentPasscodeAgain() async {
        let lock = await device.launched()
        _ = await lock.setPasscode(.right)
        let screen = screen(.change, lock)
        await screen.entry.type("481920")
        #expect(screen.step == .new)
        lock.lockApp()
        #expect(await lock.unlock(with: .right) == .unlocked)
        await screen.entry.type("730416")
        #expect(screen.step == .current)
        #expect(await lock.verifyPasscode(.right) == .unlocked)
    }

    @Test("ASVS-6.2.3 changing a passcode requires the current one first")
    func changingAPasscodeRequiresTheCurrentOneFirst() async {
        let lock = await device.launched()
        _ = await lock.setPasscode(.right)
        let screen = screen(.change, lock)
        #expect(screen.step == .current)
        await screen.entry.type("730416")
        #expect(screen.step == .current && screen.entry.status == "Wrong passcode. 9 attempts left.")
        await screen.entry.type("481920")
        #expect(screen.step == .new)
        await screen.entry.type("481920")
        #expect(screen.step == .new && screen.entry.status?.hasPrefix("This is your current passcode.") == true)
        await screen.entry.type("730416")
        await screen.entry.type("730416")
        #expect(screen.step == .done)
        #expect(await lock.verifyPasscode(.other) == .unlocked)
    }

    @Test func failedSetupCanBeRetriedByConfirmingAgain() async {
        let lock = ScriptedLock(await device.launched(), outcomes: .failed(.api(.offline)))
        let screen = screen(.set, lock)
        await screen.entry.type("481920")
        await screen.entry.type("481920")
        #expect(screen.step == .confirm && screen.entry.status == ScreenTexts.english[.offline])
        await screen.entry.type("481920")
        #expect(screen.step == .done && lock.asked == ["set", "set"])
    }

    @Test func passcodeRejectedByTheServerIsChosenAgain() async {
        let screen = screen(.set, ScriptedLock(await device.launched(), outcomes: .rejected(nil)))
        await screen.entry.type("481920")
        await screen.entry.type("481920")
        #expect(screen.step == .new && screen.entry.status == LockTexts.english[.rejectedCommon])
    }

    @Test func enablingAPasscodeRequiresTheAccountsPasscode() async {
        let lock = ScriptedLock(await device.launched(), outcomes: .notConfirmed(.wrong(remaining: 1)), .done)
        let screen = screen(.enable, lock)
        await screen.entry.type("730416")
        #expect(screen.step == .current && screen.entry.status == "Wrong passcode. 1 attempt left.")
        await screen.entry.type("481920")
        #expect(screen.step == .done && lock.asked == ["enable", "enable"])
    }

    @Test func restartingDiscardsTypedDigits() async {
        let screen = screen(.set, await device.launched())
        await screen.entry.type("481920")
        screen.entry.pad.press(1)
        screen.restart()
        #expect(screen.step == .new && screen.entry.pad.count == 0)
    }
}
