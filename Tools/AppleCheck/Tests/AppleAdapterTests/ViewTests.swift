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

/// The texts and actions of views, independent of layout.
@MainActor @Suite(.serialized) struct ViewTests {
    let texts = ScreenTexts.english

    @Test("C12 lock window is opaque")
    func lockWindowIsOpaque() async {
        let lock = await lockInFront()
        let subject = LockSubject(lock, texts: texts, options: LockOptions(), makeReset: nil)
        for cover in [LockCover.cover, .lock] {
            #expect(DrawnView(subject.content(cover)).parts.first == .color(isOpaque: true))
        }
        #expect(DrawnView(subject.content(.cover)).texts.isEmpty)
    }

    @Test("C12 locked app hides its content and disables its buttons")
    func lockedAppHidesItsContentAndDisablesItsButtons() async {
        let lock = await lockInFront()
        var presses = 0
        let view = VStack {
            Text(verbatim: "notes")
            Button("delete") { presses += 1 }
        }.appLock(lock)
        #expect(DrawnView(view).texts.isEmpty && !DrawnView(view).press("delete"))
        #expect(await lock.unlock(with: .right) == .unlocked)
        #expect(DrawnView(view).texts == ["notes", "delete"] && DrawnView(view).press("delete"))
        lock.lockApp()
        #expect(DrawnView(view).texts.isEmpty && presses == 1)
    }

    @Test func lockScreenShowsTheKeypadAndAvailableReset() async {
        let lock = ScriptedLock(await lockInFront())
        let model = LockScreenModel(lock, texts: texts)
        var forgot = 0
        let view = PasscodeLockView(model: model) { forgot += 1 }
        let drawn = DrawnView(view)
        #expect(drawn.texts.contains(texts[.enterPasscode]))
        #expect((0...9).allSatisfy { drawn.texts.contains(String($0)) })
        #expect(drawn.press(texts[.forgotPasscode]))
        #expect(forgot == 1)
        #expect(!drawn.texts.contains(texts[.tryAgain]) && !drawn.texts.contains(texts[.signInAgain]))
        lock.canResetPasscode = false
        #expect(!DrawnView(view).texts.contains(texts[.forgotPasscode]))
        #expect(drawn.press("4"))
        #expect(model.entry.pad.count == 1)
    }

    @Test func everyDeleteKeyRemovesTheLastDigit() async {
        let model = LockScreenModel(ScriptedLock(await lockInFront()), texts: texts)
        let drawn = DrawnView(PasscodeLockView(model: model))
        for character in ["\u{7F}", "\u{8}", "\u{F728}"] as [Character] {
            #expect(drawn.press(KeyEquivalent("4")))
            #expect(model.entry.pad.count == 1)
            #expect(drawn.press(KeyEquivalent(character)))
            #expect(model.entry.pad.count == 0, "\(character.unicodeScalars)")
        }
        #expect(!drawn.press(KeyEquivalent("4"), modifiers: .command) && !drawn.press(KeyEquivalent("x")))
        #expect(model.entry.pad.count == 0)
    }

    @Test func biometricsOnlyLockOffersSignInInsteadOfAKeypad() async {
        let lock = ScriptedLock(await TestLock().locked(biometrics: true))
        lock.requiresPasscode = false
        let model = LockScreenModel(lock, texts: texts)
        let drawn = DrawnView(PasscodeLockView(model: model))
        #expect(!drawn.texts.contains("1"))
        #expect(drawn.texts.contains(texts[.unlockWithBiometrics, with: .fingerprint]))
        #expect(drawn.press(texts[.signInAgain]))
        await until { lock.asked == ["sign in again"] }
    }

    @Test func unrecoverableVaultCanBeErasedOnTheLockScreen() async {
        let lock = ScriptedLock(await lockInFront(), outcomes: .failed(.vault(.recoveryKeyRejected)))
        let model = LockScreenModel(lock, texts: texts)
        let view = PasscodeLockView(model: model)
        #expect(!DrawnView(view).texts.contains(texts[.eraseOtherAccount]))
        await model.entry.type("481920")
        #expect(DrawnView(view).press(texts[.eraseOtherAccount]))
        #expect(DrawnView(view).texts.contains(texts[.signOutWarning]))
        #expect(DrawnView(view).press(texts[.cancel]))
        #expect(!DrawnView(view).texts.contains(texts[.signOutWarning]))
        #expect(DrawnView(view).press(texts[.eraseOtherAccount]))
        #expect(DrawnView(view).press(texts[.eraseOtherAccount]))
        await until { lock.asked == ["unlock", "sign out"] }
    }

    @Test("C4 unreadable lock shows the problem and can retry")
    func unreadableLockShowsTheProblemAndCanRetry() async throws {
        let lock = ScriptedLock(await lockInFront())
        lock.problem = .vault(.damaged)
        let model = LockScreenModel(lock, texts: texts)
        let drawn = DrawnView(PasscodeLockView(model: model))
        #expect(drawn.texts.contains(try #require(model.problem)))
        #expect(drawn.press(texts[.tryAgain]))
        await until { lock.asked == ["try again"] }
    }

    @Test func noticeRemainsUntilAnotherMessageReplacesIt() async throws {
        let lock = ScriptedLock(await lockInFront())
        lock.notice = .passcodeNeeded
        let model = LockScreenModel(lock, texts: texts)
        let view = PasscodeLockView(model: model)
        let notice = try #require(model.notice)
        #expect(DrawnView(view).texts.contains(notice))
        model.entry.setMessage("something else")
        let drawn = DrawnView(view)
        #expect(drawn.texts.contains("something else") && !drawn.texts.contains(notice))
    }

    @Test("C6 biometric lock reveals content only after a successful prompt")
    func biometricLockRevealsContentOnlyAfterASuccessfulPrompt() async throws {
        let reader = MockBiometricAuth(.faceID)
        await reader.failNext(with: .authenticationFailed)
        let gate = BiometricGateModel(reader, reason: "Show the account.", texts: texts)
        let view = Text(verbatim: "content").modifier(BiometricLockModifier(gate: { _ in gate }, onUnlock: {}))
        let closed = DrawnView(view)
        #expect(closed.texts.contains(texts[.authenticationRequired]) && !closed.texts.contains("content"))
        #expect(closed.texts.contains("Unlock with passcode"), "before the device's biometrics are known")
        #expect(!(await gate.open()))
        let problem = try #require(gate.problem)
        let failed = DrawnView(view)
        #expect(failed.texts.contains(problem) && failed.texts.contains(texts[.tryAgain]))
        #expect(failed.texts.contains("Authentication failed") && failed.texts.contains("Unlock with Face ID"))
        #expect(failed.press(texts[.tryAgain]))
        await until { gate.isOpen }
        #expect(DrawnView(view).texts == ["content"])
    }

    @Test func screenReaderStartsAtTheLockTitle() async {
        let lock = ScriptedLock(await TestLock().locked(biometrics: true))
        let passcode = LockScreenModel(lock, texts: texts)
        #expect(DrawnView(PasscodeLockView(model: passcode)).textsReadFirst == [texts[.enterPasscode]])
        lock.requiresPasscode = false
        let biometrics = LockScreenModel(lock, texts: texts)
        #expect(DrawnView(PasscodeLockView(model: biometrics)).textsReadFirst == [texts.lock[.locked]])
    }
}
