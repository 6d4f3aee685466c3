public import Foundation
public import LatchkeyLock
public import LatchkeyPasscode
internal import LatchkeySession

/// The lock of an app without an account: all that a passcode needs is on the device.
@MainActor
public final class DeviceScreenLock: ScreenLock {
    public let service: PasscodeService
    private let now: @Sendable () -> Date

    /// Shows and operates this lock.
    ///
    /// - Parameters:
    ///   - service: The lock.
    ///   - now: The time of day, by which the lock tells until when to wait.
    public init(_ service: PasscodeService, now: @escaping @Sendable () -> Date = { Date() }) {
        (self.service, self.now) = (service, now)
    }

    public var allowsBiometrics: Bool { true }
    public var canEnablePasscode: Bool { false }

    public func unlock(with passcode: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await service.unlock(with: passcode), now: now())
    }

    public func unlock(knownAs former: Passcode, now passcode: Passcode) async -> PasscodeAnswer { .overtaken }

    public func unlockWithBiometrics() async -> BiometricUnlockOutcome { await service.authenticateWithBiometric() }

    public func setPasscode(_ new: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await service.setPasscode(new), now: now())
    }

    public func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await service.setPasscode(new, replacing: old), now: now())
    }

    public func enablePasscode(_ passcode: Passcode) async -> PasscodeAnswer { .overtaken }

    public func disablePasscode(confirming passcode: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await service.removePasscode(confirming: passcode), now: now())
    }

    public func setBiometrics(enabled: Bool, confirming passcode: Passcode?) async -> PasscodeAnswer {
        PasscodeAnswer(await service.setBiometric(enabled: enabled, confirming: passcode), now: now())
    }

    public func setTimeout(_ timeout: LockTimeout, confirming passcode: Passcode?) async -> PasscodeAnswer {
        do {
            try await service.setTimeout(timeout)
            return .accepted
        } catch {
            return .failed(.vault(error))
        }
    }

    public func needsPasscode(for timeout: LockTimeout) -> Bool { false }

    public func lockNow() async { service.lockApp() }
}
