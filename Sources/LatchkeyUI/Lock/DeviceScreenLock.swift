public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode
public import LatchkeySession

/// The lock of an app without an account: all that a passcode needs is on the device.
@MainActor
public final class DeviceScreenLock: ScreenLock {
    /// The lock, which is the app's own to operate.
    public let service: PasscodeService

    /// Shows and operates this lock.
    public init(_ service: PasscodeService) { self.service = service }

    public var status: LockStatus { service.status }
    public var access: LockState.Access { service.state.access }
    public var allowsBiometrics: Bool { true }
    public var policy: User.Policy { .unrestricted }
    public var asksForPasscode: Bool { service.protection != .biometricsOnly }
    public var canResetPasscode: Bool { false }
    public var canSignInAgain: Bool { false }
    public var problem: SessionError? { service.problem.map(SessionError.vault) }
    public var notice: SessionNotice? { nil }
    public var canEnablePasscode: Bool { false }

    public func tryAgain() async { await service.start() }
    public func signInAgain() async {}

    public func refreshBiometrics() async { await service.checkBiometricAvailability() }

    public func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome<SessionError> {
        await service.verifyPasscode(passcode).mapFailure(SessionError.vault)
    }

    public func unlock(with passcode: Passcode) async -> UnlockOutcome<SessionError> {
        await service.unlock(with: passcode).mapFailure(SessionError.vault)
    }

    public func unlock(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome<SessionError> {
        .noPasscode
    }

    public func unlockWithBiometrics() async -> BiometricUnlockOutcome { await service.authenticateWithBiometric() }

    public func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        await service.setPasscode(new).mapFailure(SessionError.vault)
    }

    public func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        await service.setPasscode(new, replacing: old).mapFailure(SessionError.vault)
    }

    public func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome<SessionError> { .notNow }

    public func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        await service.removePasscode(confirming: passcode).mapFailure(SessionError.vault)
    }

    public func setBiometrics(
        enabled: Bool, confirming passcode: Passcode?
    ) async -> PasscodeChangeOutcome<SessionError> {
        await service.setBiometric(enabled: enabled, confirming: passcode).mapFailure(SessionError.vault)
    }

    public func setTimeout(
        _ timeout: LockTimeout, confirming passcode: Passcode?
    ) async -> PasscodeChangeOutcome<SessionError> {
        await service.setTimeout(timeout, confirming: passcode).mapFailure(SessionError.vault)
    }

    public func needsPasscode(for timeout: LockTimeout) -> Bool { service.needsPasscode(for: timeout) }

    public func lockNow() async { service.lockApp() }
}
