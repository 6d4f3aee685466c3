public import Foundation
internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode
public import LatchkeySession

/// The lock of an app whose users have an account on a server.
@MainActor
public final class AccountScreenLock: ScreenLock {
    private let model: SessionModel
    private let now: @Sendable () -> Date

    /// Shows and operates this session's lock.
    ///
    /// - Parameters:
    ///   - model: The session.
    ///   - now: The time of day, by which the lock tells until when to wait.
    public init(_ model: SessionModel, now: @escaping @Sendable () -> Date = { Date() }) {
        (self.model, self.now) = (model, now)
    }

    public var service: PasscodeService { model.lock }
    public var allowsBiometrics: Bool { !model.isPasscodeDemanded }
    public var canEnablePasscode: Bool { model.user?.hasPasscode == true && model.user?.passcodeEnabled == false }

    public func unlock(with passcode: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await model.unlock(with: passcode), now: now())
    }

    public func unlock(knownAs former: Passcode, now passcode: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await model.openVault(knownAs: former, now: passcode), now: now())
    }

    public func unlockWithBiometrics() async -> BiometricUnlockOutcome { await model.unlockWithBiometrics() }

    public func setPasscode(_ new: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await model.setPasscode(new), now: now())
    }

    public func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await model.changePasscode(from: old, to: new), now: now())
    }

    public func enablePasscode(_ passcode: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await model.enablePasscode(passcode), now: now())
    }

    public func disablePasscode(confirming passcode: Passcode) async -> PasscodeAnswer {
        PasscodeAnswer(await model.disablePasscode(confirming: passcode), now: now())
    }

    public func setBiometrics(enabled: Bool, confirming passcode: Passcode?) async -> PasscodeAnswer {
        guard enabled else { return PasscodeAnswer(await model.disableBiometrics(), now: now()) }
        guard let passcode else { return .overtaken }
        return PasscodeAnswer(await model.enableBiometrics(confirming: passcode), now: now())
    }

    public func setTimeout(_ timeout: LockTimeout, confirming passcode: Passcode?) async -> PasscodeAnswer {
        PasscodeAnswer(await model.setTimeout(timeout, confirming: passcode), now: now())
    }

    /// The server asks for it when the timeout gets longer.
    public func needsPasscode(for timeout: LockTimeout) -> Bool {
        // The server keeps one minute at least.
        service.isPasscodeEnabled && max(1, timeout.rawValue) > max(1, service.timeout.rawValue)
    }

    public func lockNow() async { _ = await model.lockNow() }
}
