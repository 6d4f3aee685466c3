public import Foundation
public import LatchkeyAPI
public import LatchkeyBiometrics
public import LatchkeyLock
public import LatchkeyPasscode
public import LatchkeySession

/// A lock for screens: `PasscodeService` in an app without an account, `SessionModel` with one.
///
/// Your own lock without an account requires only the members without a default implementation.
@MainActor
public protocol LockModel: AnyObject, PromptCoordinator {
    /// The vault, which seals and opens the app's data while unlocked.
    nonisolated var vault: Vault { get }
    /// The state of the lock.
    var lockState: LockState { get }
    /// The access to the app's content, which the lock's windows show. With an account, the session can withhold
    /// content on a device whose vault has no passcode. It shows its own screens while no user is signed in.
    var access: LockState.Access { get }
    /// The current state of the lock, and then each change with its cause.
    var lockChanges: AsyncStream<LockChange> { get }
    /// The protection of the vault, or nil until it was read.
    var protection: VaultProtection? { get }
    /// The reason that the stored state cannot be read, or nil. ``start()`` retries.
    var problem: LockError? { get }
    /// The time of day until which no attempt is accepted, or nil.
    var waitUntil: Date? { get }
    /// The absence that locks the app.
    var timeout: LockTimeout { get }
    /// Whether there is a passcode. True while that is unknown.
    var isPasscodeEnabled: Bool { get }
    /// Whether opening the vault requires a proof. True while that is unknown.
    var isProtected: Bool { get }
    /// The kind of biometrics that was available at the last check.
    var biometricType: BiometricType { get }
    /// The rules that reject new passcodes.
    var passcodePolicy: PasscodePolicy { get }

    /// Reads the stored state.
    func start() async
    /// Updates the available biometrics.
    func checkBiometricAvailability() async
    /// Unlocks the app with the passcode.
    func unlock(with passcode: Passcode) async -> UnlockOutcome
    /// Requests a biometric match and unlocks the app.
    func unlockWithBiometrics() async -> BiometricUnlockOutcome
    /// Verifies the passcode without changing the lock. Counts as an attempt.
    func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome
    /// Sets the first passcode.
    func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome
    /// Replaces the passcode.
    func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome
    /// Removes the passcode and disables biometrics.
    func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome
    /// Enables biometrics, which requires the passcode, or disables them.
    func setBiometric(enabled: Bool, confirming passcode: Passcode?) async -> PasscodeChangeOutcome
    /// Sets the timeout. A longer one requires the passcode: see ``needsPasscode(for:)``.
    func setTimeout(_ timeout: LockTimeout, confirming passcode: Passcode?) async -> PasscodeChangeOutcome
    /// Locks immediately.
    @discardableResult func lockNow() async -> ManualLockOutcome

    /// The team's rules; `User.Policy.unrestricted` without an account.
    var policy: User.Policy { get }
    /// The reason that the passcode is required again, or a completed operation, or nil.
    var notice: SessionNotice? { get }
    /// Whether only the passcode unlocks, for example after a manual lock with an account.
    var isPasscodeDemanded: Bool { get }
    /// Whether a passcode unlocks the app. False if only biometrics do.
    var requiresPasscode: Bool { get }
    /// Whether biometrics can be enabled without a passcode: only with an account, if the vault has sealed no app data.
    var canUseBiometricsOnly: Bool { get }
    /// Whether a forgotten passcode can be reset by email.
    var canResetPasscode: Bool { get }
    /// Whether signing in again is an alternative to unlocking.
    var canSignInAgain: Bool { get }
    /// Whether an account has a disabled passcode that its user can enable again.
    var canEnablePasscode: Bool { get }
    /// Enables a disabled passcode again.
    func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome
    /// Opens a vault that the account's passcode does not open, with this device's previous passcode.
    func openVault(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome
    /// Ends the session, so that the user signs in again. Sealed data is kept, unless only biometrics protected it.
    func signInAgain() async
    /// Ends the session and erases the data on this device. Returns the reason that not everything could be erased, or
    /// nil.
    func signOut() async -> SessionError?
}

/// The default implementations, for a lock without an account.
extension LockModel {
    public var access: LockState.Access { lockState.access }
    public var policy: User.Policy { .unrestricted }
    public var notice: SessionNotice? { nil }
    public var isPasscodeDemanded: Bool { false }
    public var requiresPasscode: Bool { protection != .biometricsOnly }
    public var canUseBiometricsOnly: Bool { false }
    public var canResetPasscode: Bool { false }
    public var canSignInAgain: Bool { false }
    public var canEnablePasscode: Bool { false }
    public func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome { .notNow }
    public func openVault(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome { .noPasscode }
    public func signInAgain() async {}
    public func signOut() async -> SessionError? { nil }
}

extension LockModel {
    /// Whether the lock is locked.
    public var isLocked: Bool { lockState.isLocked }
    /// Whether a biometric match can unlock.
    public var isBiometricEnabled: Bool { lockState.isBiometric }
    /// Whether biometrics were available at the last check.
    public var isBiometricAvailable: Bool { biometricType != .none }

    /// Whether this timeout requires the passcode: there is one, and the timeout is longer than the current one.
    public func needsPasscode(for timeout: LockTimeout) -> Bool {
        isPasscodeEnabled && timeout.rawValue > self.timeout.rawValue
    }
}
