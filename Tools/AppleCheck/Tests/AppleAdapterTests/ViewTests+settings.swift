import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import SwiftUI
import Testing
import UIKit

@testable import LatchkeyUI

/// Settings of the lock.
extension ViewTests {
    @Test func closedScreenDiscardsEnteredDigits() async throws {
        let model = SetPasscodeModel(.set, of: await TestLock().launched(), texts: texts)
        var gone = 0
        let view = SetPasscodeView(model: model, onDone: {}, onCancel: {}, onDisappear: { gone += 1 })
        let presented = PresentedView(view.body, in: UIWindow(windowScene: UIWindowScene(standIn: "set")))
        for digit in [4, 8, 1, 9, 2, 0] { model.entry.pad.press(digit) }
        await until { model.step == .confirm }
        model.entry.pad.press(4)
        presented.remove()
        #expect(model.step == .new && model.entry.pad.count == 0 && gone == 1)
        for digit in [4, 8, 1, 9, 2, 0] { model.entry.pad.press(digit) }
        await until { model.step == .confirm }
    }

    @Test func settingsReflectTheLocksState() async {
        let lock = await TestLock().launched()
        let view = LockSettingsView(lock)
        #expect(DrawnView(view).texts.contains(texts[.setPasscode]))
        #expect(await lock.setPasscode(.right) == .done)
        let drawn = DrawnView(view)
        for text in [ScreenText.changePasscode, .timeout, .lockNow, .turnOffPasscode] {
            #expect(drawn.texts.contains(texts[text]))
        }
        #expect(!drawn.texts.contains(texts[.setPasscode]))
        #expect(drawn.press(texts[.lockNow]))
        await until { lock.isLocked }
    }

    @Test func settingsCanBeASectionOfAnAppsForm() async {
        let lock = await TestLock().launched()
        let form = Form {
            Text(verbatim: "own")
            PasscodeSettingsView(lock)
        }
        #expect(DrawnView(form).texts == ["own", texts[.security], texts[.setPasscode]])
        #expect(DrawnView(form).press(texts[.setPasscode]))
        for _ in 0..<2 {
            for digit in ["4", "8", "1", "9", "2", "0"] { #expect(DrawnView(form).press(digit)) }
        }
        await until { lock.isPasscodeEnabled }
        #expect(DrawnView(form).press(texts[.lockNow]))
        await until { lock.isLocked }
    }

    @Test("C6 each protected setting requests the passcode once")
    func eachProtectedSettingRequestsThePasscodeOnce() async {
        let lock = await TestLock().launched()
        #expect(await lock.setPasscode(.right) == .done)
        let model = PasscodeSettingsModel(lock, texts: texts)
        let view = PasscodeSettingsView(model: model) { [texts] in SetPasscodeModel($0, of: lock, texts: texts) }
        await until { model.biometrics != nil }
        func sheets() -> Int { DrawnView(view).texts.count { $0 == texts[.enterCurrentPasscode] } }
        model.disablePasscode()
        #expect(sheets() == 1)
        model.cancel()
        await model.setBiometrics(true)
        #expect(sheets() == 1)
        model.cancel()
        await model.setTimeout(.oneHour)
        #expect(model.question == .timeout(.oneHour) && sheets() == 1)
    }

    @Test("C6 biometrics-only settings can disable biometrics and lock")
    func biometricsOnlySettingsCanDisableBiometricsAndLock() async {
        let lock = await TestLock().launched()
        let view = LockSettingsView(lock)
        let name = BiometricType.fingerprint.displayName(in: texts.biometrics)
        #expect(!DrawnView(view).texts.contains(name) && !DrawnView(view).texts.contains(texts[.lockNow]))
        #expect(await lock.protectWithBiometricsOnly() == .done)
        let drawn = DrawnView(view)
        #expect(drawn.texts.contains(texts[.setPasscode]) && drawn.texts.contains(name))
        #expect(drawn.press(texts[.lockNow]))
        await until { lock.isLocked }
    }

    @Test func settingsHideForbiddenOptionsAndExplainTheTeamPolicy() async {
        let open = await TestLock().launched()
        #expect(await open.setPasscode(.right) == .done)
        let lock = ScriptedLock(open)
        let model = PasscodeSettingsModel(lock, texts: texts)
        let view = PasscodeSettingsView(model: model) { [texts] in SetPasscodeModel($0, of: lock, texts: texts) }
        await until { model.biometrics != nil }
        let left = [texts[.turnOffPasscode], BiometricType.fingerprint.displayName(in: texts.biometrics)]
        for text in left { #expect(DrawnView(view).texts.contains(text), "\(text)") }
        lock.policy = User.Policy(passcodeRequired: true, longestTimeoutMinutes: 15, biometricsAllowed: false)
        let drawn = DrawnView(view)
        for text in left { #expect(!drawn.texts.contains(text), "\(text)") }
        #expect(model.rules.count == 3)
        for rule in model.rules { #expect(drawn.texts.contains(rule), "\(rule)") }
    }

    @Test func firstPasscodeStepShowsTheReason() async throws {
        let lock = await TestLock().launched()
        let model = SetPasscodeModel(.set, of: lock, texts: texts)
        let view = SetPasscodeView(model: model, onDone: {}, onCancel: {})
        let reason = try #require(model.reason)
        #expect(DrawnView(view).texts.contains(reason))
        for digit in [4, 8, 1, 9, 2, 0] { model.entry.pad.press(digit) }
        #expect(model.step == .confirm && !DrawnView(view).texts.contains(reason))
    }

    @Test func changingOrDisablingThePasscodeOpensAPasscodeSheet() async {
        let lock = await TestLock().launched()
        #expect(await lock.setPasscode(.right) == .done)
        let model = PasscodeSettingsModel(lock, texts: texts)
        let view = PasscodeSettingsView(model: model) { [texts] in SetPasscodeModel($0, of: lock, texts: texts) }
        #expect(!DrawnView(view).texts.contains("5"))
        #expect(DrawnView(view).press(texts[.changePasscode]))
        #expect(DrawnView(view).texts.contains(texts[.enterCurrentPasscode]))
        #expect(DrawnView(view).press(texts[.cancel]))
        #expect(!DrawnView(view).texts.contains("5"))
        #expect(DrawnView(view).press(texts[.turnOffPasscode]))
        #expect(DrawnView(view).texts.contains("5"))
    }
}
