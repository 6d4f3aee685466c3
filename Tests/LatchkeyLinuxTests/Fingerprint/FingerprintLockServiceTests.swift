import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLinux

/// The lock with fprintd, and with a session that logind locks.
@Suite(.whereServicesRun, .serialized, .timeLimit(.minutes(5))) @MainActor struct FingerprintLockServiceTests {
    @Test func fingerprintUnlockIsEnabledOnlyWithThePasscode() async throws {
        let app = try await LockedApp()
        app.service.lockApp()
        #expect(await app.service.authenticateWithBiometric() == .notEnabled)
        #expect(await app.service.unlock(with: app.passcode) == .unlocked)
        #expect(await app.service.setBiometric(enabled: true) == .passcodeNeeded)
        let wrong = try #require(Passcode("271650"))
        #expect(await app.service.setBiometric(enabled: true, confirming: wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(!app.service.isBiometricEnabled)
        #expect(await app.service.setBiometric(enabled: true, confirming: app.passcode) == .done)
    }

    @Test func enrolledFingerUnlocksAndOtherFingersCostNoAttempt() async throws {
        let app = try await LockedApp(isOn: true)
        for _ in 0..<3 {
            app.service.lockApp()
            app.next("SCAN other")
            #expect(await app.service.authenticateWithBiometric() == .failed)
            #expect(app.service.isLocked && app.vault.isLocked)
        }
        #expect(try await app.vault.attempts().failures == 0)
        app.next("SCAN mine")
        #expect(await app.service.authenticateWithBiometric() == .unlocked)
        #expect(!app.vault.isLocked)
    }

    @Test("C13 a forged match opens nothing", arguments: [true, false]) func aForgedMatchOpensNothing(isToOne: Bool)
        async throws
    {
        let app = try await LockedApp(isOn: true)
        app.service.lockApp()
        app.atTouch { reader in
            try reader.forgeMatch(isToOne: isToOne)
            try reader.does("SCAN other")
        }
        #expect(await app.service.authenticateWithBiometric() == .failed)
        #expect(app.vault.isLocked)
    }

    @Test func missingBiometricItemRequiresThePasscodeOnce() async throws {
        let app = try await LockedApp(isOn: true)
        try await app.storage.delete(for: "latchkey.biometric")
        app.service.lockApp()
        app.next("SCAN mine")
        #expect(await app.service.authenticateWithBiometric() == .passcodeNeeded)
        #expect(await app.service.unlock(with: app.passcode) == .unlocked)
        app.service.lockApp()
        app.next("SCAN mine")
        #expect(await app.service.authenticateWithBiometric() == .unlocked)
    }

    @Test("C5 session locked during a fingerprint scan stays locked")
    func sessionLockedDuringAFingerprintScanStaysLocked() async throws {
        let app = try await LockedApp(isOn: true)
        let registration = try await app.follow()
        app.service.lockApp()
        let unlock = Task { await app.service.authenticateWithBiometric() }
        await app.touched()
        try app.logind.lock()
        #expect(await unlock.value != .unlocked)
        #expect(app.service.isLocked && app.vault.isLocked)
        #expect(await app.reader.isFree())
        registration.cancel()
    }

    @Test("C5 session locked during passcode verification stays locked")
    func sessionLockedDuringPasscodeVerificationStaysLocked() async throws {
        let app = try await LockedApp()
        let registration = try await app.follow()
        app.service.lockApp()
        app.holdsChecks.isOn = true
        let unlock = Task { await app.service.unlock(with: app.passcode) }
        for await _ in app.checks { break }
        try app.logind.lock()
        for await _ in app.deviceLocks { break }
        // All lock handlers have returned when a later event has been handled.
        await app.lifecycle.updateState(.inactive).value
        app.goOn.finish()
        #expect(await unlock.value == .superseded)
        #expect(app.service.isLocked && app.vault.isLocked)
        registration.cancel()
    }

    @Test func vaultIsLockedBeforeTheMachineSleeps() async throws {
        let app = try await LockedApp()
        let registration = try await app.follow()
        #expect(!app.vault.isLocked)
        #expect(try app.logind.isDelayed())
        try app.logind.prepareForSleep(true)
        try await waits { try !app.logind.isDelayed() }
        #expect(app.vault.isLocked)
        registration.cancel()
        try app.logind.prepareForSleep(false)
    }
}
