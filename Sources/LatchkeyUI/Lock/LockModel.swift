public import Foundation
public import LatchkeyAPI
public import LatchkeyBiometrics
public import LatchkeyLock
public import LatchkeyPasscode
public import LatchkeySession

/// A lock that screens show and operate: `PasscodeService` in an app without an account, `SessionModel` with one.
///
/// A lock of your own without an account needs none of the members that have an implementation here.
@MainActor
public protocol LockModel: AnyObject, Sendable {
    /// Seals and opens the app's data while unlocked.
    nonisolated var vault: Vault { get }
    /// The state of the lock.
    var lockState: LockState { get }
    /// Whether the app's content may be shown. The lock's windows follow it. With an account the session decides: it
    /// may withhold content on a device whose vault has no passcode, and shows its own screens while no one is signed
    /// in.
    var access: LockState.Access { get }
    /// The present state of the lock, and then each change with its cause.
    var lockChanges: AsyncStream<LockChange> { get }
    /// What it takes to open the vault, or nil until it was read.
    var protection: VaultProtection? { get }
    /// Why what is stored cannot be read, or nil. ``start()`` tries again.
    var problem: LockError? { get }
    /// The time of day until which no guess is accepted, or nil.
    var waitUntil: Date? { get }
    /// The absence that locks.
    var timeout: LockTimeout { get }
    /// Whether there is a passcode. True while that is unknown.
    var isPasscodeEnabled: Bool { get }
    /// Whether opening the vault needs a proof. True while that is unknown.
    var isProtected: Bool { get }
    /// The kind of biometrics that was available at the last check.
    var biometricType: BiometricType { get }
    /// Which new passcodes are refused.
    var passcodePolicy: PasscodePolicy { get }

    /// Reads what is stored.
    func start() async
    /// Checks again which biometrics are available.
    func checkBiometricAvailability() async
    /// Opens the app.
    func unlock(with passcode: Passcode) async -> UnlockOutcome
    /// Asks for a biometric match, and opens the app with it.
    func unlockWithBiometrics() async -> BiometricUnlockOutcome
    /// Checks the passcode and does not change the lock. Counts like an unlock.
    func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome
    /// Sets the first passcode.
    func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome
    /// Replaces the passcode.
    func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome
    /// Turns the passcode off, and biometrics with it.
    func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome
    /// Turns biometrics on, which needs the passcode, or off.
    func setBiometric(enabled: Bool, confirming passcode: Passcode?) async -> PasscodeChangeOutcome
    /// Sets the absence that locks. A longer one needs the passcode: see ``needsPasscode(for:)``.
    func setTimeout(_ timeout: LockTimeout, confirming passcode: Passcode?) async -> PasscodeChangeOutcome
    /// Locks at once.
    @discardableResult func lockNow() async -> ManualLockOutcome

    /// What the team that runs the server decided; `User.Policy.unrestricted` without an account.
    var policy: User.Policy { get }
    /// Why the user is asked again, or what has just been done; otherwise nil.
    var notice: SessionNotice? { get }
    /// Whether only the passcode opens: with an account after a manual lock, for example.
    var isPasscodeDemanded: Bool { get }
    /// Whether a passcode opens the app; not where biometrics alone do.
    var asksForPasscode: Bool { get }
    /// Whether biometrics can be turned on without a passcode: with an account only, where the vault has sealed nothing
    /// of the app's.
    var canUseBiometricsOnly: Bool { get }
    /// Whether a forgotten passcode can be reset by mail.
    var canResetPasscode: Bool { get }
    /// Whether signing in again is a way out of the lock.
    var canSignInAgain: Bool { get }
    /// Whether an account has a passcode that was turned off, and that its owner can turn on again.
    var canEnablePasscode: Bool { get }
    /// Turns that passcode on again.
    func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome
    /// Opens a vault that the account's passcode does not open, with the passcode that this device knew before.
    func openVault(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome
    /// Drops the session and asks to sign in; what was sealed is kept, unless biometrics alone guarded it.
    func signInAgain() async
}

/// A lock without an account.
extension LockModel {
    public var access: LockState.Access { lockState.access }
    public var policy: User.Policy { .unrestricted }
    public var notice: SessionNotice? { nil }
    public var isPasscodeDemanded: Bool { false }
    public var asksForPasscode: Bool { protection != .biometricsOnly }
    public var canUseBiometricsOnly: Bool { false }
    public var canResetPasscode: Bool { false }
    public var canSignInAgain: Bool { false }
    public var canEnablePasscode: Bool { false }
    public func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome { .notNow }
    public func openVault(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome { .noPasscode }
    public func signInAgain() async {}
}

extension LockModel {
    /// Whether the lock is locked.
    public var isLocked: Bool { lockState.isLocked }
    /// Whether a biometric match can unlock.
    public var isBiometricEnabled: Bool { lockState.isBiometric }
    /// Whether biometrics were available at the last check.
    public var isBiometricAvailable: Bool { biometricType != .none }

    /// Whether setting this timeout needs the passcode: there is one, and the timeout is longer than the present one.
    public func needsPasscode(for timeout: LockTimeout) -> Bool {
        isPasscodeEnabled && timeout.rawValue > self.timeout.rawValue
    }
}
