import LatchkeyBiometrics
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

@testable import LatchkeyUI

@MainActor struct LockScreenTests {
    private let device = TestLock()

    private func screen(_ lock: some ScreenLock) -> LockScreenModel {
        LockScreenModel(lock, texts: .english, clock: device.clock, now: device.time.now)
    }

    @Test func theRightPasscodeOpens() async {
        let lock = await device.locked()
        let screen = screen(lock)
        await screen.entry.type("481920")
        #expect(!lock.service.isLocked && screen.status == nil && screen.entry.failures == 0)
    }

    @Test func aWrongPasscodeCountsDownTheTries() async {
        let lock = await device.locked()
        let screen = screen(lock)
        await screen.entry.type("111111")
        #expect(screen.status == "Wrong passcode. 9 attempts left." && screen.entry.failures == 1)
        #expect(lock.service.isLocked && screen.entry.pad.isEnabled && screen.entry.pad.count == 0)
    }

    @Test("C3 a wait is counted down, takes no digits, and goes on after a relaunch")
    func wait() async {
        let lock = await device.locked()
        let first = screen(lock)
        for _ in 1...4 { await first.entry.type("111111") }
        #expect(first.entry.wait.secondsLeft == 5 && !first.entry.pad.isEnabled)
        #expect(first.status?.contains("5 s") == true)
        device.advance(by: 2)
        let second = screen(await device.launched())
        #expect(second.entry.wait.secondsLeft == 3 && !second.entry.pad.isEnabled)
        await device.clock.waitForSleepers()
        device.advance(by: 3)
        await until { second.entry.wait.secondsLeft == nil }
        #expect(second.entry.pad.isEnabled && second.status == nil)
    }

    @Test func aScreenReaderSaysAWaitOnceAndNotEverySecond() async {
        let screen = screen(await device.locked())
        await screen.entry.type("111111")
        #expect(screen.entry.announcement == screen.status)
        for _ in 2...4 { await screen.entry.type("111111") }
        let first = screen.status
        #expect(screen.entry.announcement == first)
        await device.clock.waitForSleepers()
        device.advance(by: 2)
        await until { screen.status != first }
        #expect(screen.entry.announcement == first)
        await device.clock.waitForSleepers()
        device.advance(by: 3)
        await until { screen.entry.wait.secondsLeft == nil }
        #expect(screen.entry.announcement == nil)
    }

    @Test func theTenthWrongPasscodeLeavesOnlyForgot() async {
        let lock = await device.locked()
        let screen = screen(lock)
        for _ in 1...10 {
            if screen.entry.wait.secondsLeft != nil {
                await device.clock.waitForSleepers()
                device.advance(by: 200)
                await until { screen.entry.wait.secondsLeft == nil }
            }
            await screen.entry.type("111111")
        }
        #expect(screen.entry.isOver && !screen.entry.pad.isEnabled)
        #expect(screen.status == LockTexts.english.exhausted)
    }

    @Test func anAccountWhosePasscodeWasChangedElsewhereAsksForTheFormerOne() async {
        let lock = ScriptedLock(
            await device.locked().service, answers: .notConfirmed(.failed(.formerPasscodeNeeded)),
            .notConfirmed(.wrong(remaining: 3)))
        let screen = screen(lock)
        await screen.entry.type("481920")
        #expect(screen.question == .formerPasscode && screen.biometrics == nil)
        await screen.entry.type("730416")
        #expect(screen.question == .formerPasscode && screen.entry.failures == 1)
        await screen.entry.type("730416")
        #expect(screen.question == .passcode && lock.asked == ["unlock", "former", "former"])
    }

    @Test func biometricsAreOfferedWhileTheyMayBeAskedFor() async {
        let lock = await device.locked(biometrics: true)
        #expect(screen(lock).biometrics == .fingerprint)
        let scripted = ScriptedLock(lock.service)
        scripted.allowsBiometrics = false
        #expect(screen(scripted).biometrics == nil)
        #expect(screen(await TestLock().locked()).biometrics == nil, "they are not on")
    }

    @Test("C4 what cannot be read is told, and not overwritten by a message")
    func unreadable() async throws {
        _ = await device.locked()
        try await device.storage.save("no vault", for: "latchkey.vault")
        let lock = await device.launched()
        #expect(screen(lock).status == LockTexts.english.unreadable && lock.service.isLocked)
    }
}
