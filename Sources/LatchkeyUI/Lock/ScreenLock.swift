public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode
public import LatchkeySession

/// What the screens ask of a lock: ``DeviceScreenLock`` for an app without an account, ``AccountScreenLock`` with one.
@MainActor
public protocol ScreenLock: AnyObject {
    /// The lock's state, for screens to show.
    var status: LockStatus { get }
    /// Whether the app's content may be shown. The lock's windows follow it. With an account the session decides: it
    /// may withhold content on a device whose vault has no passcode, and shows its own screens while no one is signed
    /// in.
    var access: LockState.Access { get }
    /// Whether biometrics may be asked for: not after a manual lock with an account, for example.
    var allowsBiometrics: Bool { get }

    /// Whether a passcode opens the app; not where biometrics alone do.
    var asksForPasscode: Bool { get }
    /// What the team that runs the server decided; `User.Policy.unrestricted` without an account.
    var policy: User.Policy { get }
    /// Whether a forgotten passcode can be reset by mail.
    var canResetPasscode: Bool { get }
    /// Whether signing in again is a way out of the lock.
    var canSignInAgain: Bool { get }
    /// Why what is stored cannot be read, or nil.
    var problem: SessionError? { get }
    /// Why the user is asked again, or what has just been done; otherwise nil.
    var notice: SessionNotice? { get }

    /// Reads what is stored again, after a ``problem``.
    func tryAgain() async
    /// Drops the session and asks to sign in; what was sealed is kept, unless biometrics alone guarded it.
    func signInAgain() async
    /// Asks the device again which biometrics it has.
    func refreshBiometrics() async
    /// Checks the passcode, and leaves the lock as it is. Counts like an unlock.
    func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome<SessionError>
    /// Opens the app.
    func unlock(with passcode: Passcode) async -> UnlockOutcome<SessionError>
    /// Opens a vault that the account's passcode does not open, with the passcode that this device knew before.
    func unlock(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome<SessionError>
    /// Asks for a biometric match, and opens the app with it.
    func unlockWithBiometrics() async -> BiometricUnlockOutcome
    /// Sets the first passcode.
    func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome<SessionError>
    /// Replaces the passcode.
    func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome<SessionError>
    /// Whether an account has a passcode that was turned off, and that its owner can turn on again.
    var canEnablePasscode: Bool { get }
    /// Turns that passcode on again.
    func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome<SessionError>
    /// Turns the passcode off, and biometrics with it.
    func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome<SessionError>
    /// Turns biometrics on, which takes the passcode, or off.
    func setBiometrics(enabled: Bool, confirming passcode: Passcode?) async -> PasscodeChangeOutcome<SessionError>
    /// Sets how long the app may be away before it locks.
    func setTimeout(_ timeout: LockTimeout, confirming passcode: Passcode?) async -> PasscodeChangeOutcome<SessionError>
    /// Whether a timeout takes the passcode.
    func needsPasscode(for timeout: LockTimeout) -> Bool
    /// Locks now.
    func lockNow() async
}
