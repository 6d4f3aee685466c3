public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode
public import LatchkeySession

/// The lock of an app whose users have an account on a server.
@MainActor
public final class AccountScreenLock: ScreenLock {
    private let model: SessionModel

    /// Shows and operates this session's lock.
    public init(_ model: SessionModel) { self.model = model }

    public var status: LockStatus { model.status }
    public var access: LockState.Access { Self.access(model.state, status.state.access) }
    public var allowsBiometrics: Bool { !model.isPasscodeDemanded && policy.biometricsAllowed }
    public var policy: User.Policy { model.policy }
    public var asksForPasscode: Bool { model.asksForPasscode }
    public var canResetPasscode: Bool { true }
    public var canSignInAgain: Bool { model.state == .locked && model.problem == nil }
    public var problem: SessionError? { model.problem }
    public var notice: SessionNotice? { model.notice }
    public var canEnablePasscode: Bool { model.user?.hasPasscode == true && model.user?.passcodeEnabled == false }

    /// Whether content may be shown in a session's state, beside a lock's.
    static func access(_ state: SessionModel.State, _ lock: LockState.Access) -> LockState.Access {
        switch state {
        case .loading: .loading
        // Signing in and choosing a passcode are screens of their own, which no lock may lie over.
        case .signedOut, .offeringPasscodeSetup: .unprotected
        // The account asks for its passcode, or what is stored cannot be read, whatever the vault here has.
        case .locked: lock.isOpen ? .locked : lock
        case .ready: lock
        }
    }

    public func tryAgain() async { await model.start() }
    public func signInAgain() async { await model.signInAgain() }

    public func refreshBiometrics() async { await model.lock.checkBiometricAvailability() }

    public func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome<SessionError> {
        await model.lock.verifyPasscode(passcode).mapFailure(SessionError.vault)
    }

    public func unlock(with passcode: Passcode) async -> UnlockOutcome<SessionError> {
        await model.unlock(with: passcode)
    }

    public func unlock(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome<SessionError> {
        await model.openVault(knownAs: former, now: passcode)
    }

    public func unlockWithBiometrics() async -> BiometricUnlockOutcome { await model.unlockWithBiometrics() }

    public func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        await model.setPasscode(new)
    }

    public func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        await model.changePasscode(from: old, to: new)
    }

    public func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        await model.enablePasscode(passcode)
    }

    public func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        await model.disablePasscode(confirming: passcode)
    }

    public func setBiometrics(
        enabled: Bool, confirming passcode: Passcode?
    ) async -> PasscodeChangeOutcome<SessionError> {
        guard enabled else { return await model.disableBiometrics() }
        guard let passcode else { return .passcodeNeeded }
        return await model.enableBiometrics(confirming: passcode)
    }

    public func setTimeout(
        _ timeout: LockTimeout, confirming passcode: Passcode?
    ) async -> PasscodeChangeOutcome<SessionError> {
        await model.setTimeout(timeout, confirming: passcode)
    }

    public func needsPasscode(for timeout: LockTimeout) -> Bool {
        status.isPasscodeEnabled && timeout.rawValue > status.timeout.rawValue
    }

    public func lockNow() async { _ = await model.lockNow() }
}
