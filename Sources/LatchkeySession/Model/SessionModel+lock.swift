public import Foundation
public import LatchkeyBiometrics
public import LatchkeyLock
public import LatchkeyPasscode
internal import Observation

/// The state of this model's lock. Only the model's own operations open and lock it.
extension SessionModel {
    /// The vault, which seals and opens the app's data while unlocked.
    public nonisolated var vault: Vault { lock.vault }
    /// The lock's state. To choose a screen, use ``state``.
    public var lockState: LockState { lock.state }
    /// Whether the lock is locked.
    public var isLocked: Bool { lock.isLocked }
    /// The protection of the vault, or nil until it was read.
    public var protection: VaultProtection? { lock.protection }
    /// The rules that reject new passcodes.
    public var passcodePolicy: PasscodePolicy { lock.passcodePolicy }
    /// The kind of biometrics that was available at the last check.
    public var biometricType: BiometricType { lock.biometricType }
    /// The absence that locks the app; the shortest one while the vault is locked.
    public var timeout: LockTimeout { lock.timeout }
    /// The time of day until which no attempt is accepted, by the clock at that time; nil without a delay.
    public var waitUntil: Date? { lock.waitUntil }
    /// The outcome of the last biometric prompt since the app was locked or unlocked; nil during a prompt.
    public var promptOutcome: BiometricUnlockOutcome? { lock.promptOutcome }
    /// Whether a passcode is set, even one that only recovery replaces. True while that is unknown.
    public var isPasscodeEnabled: Bool { lock.isPasscodeEnabled }
    /// Whether opening the vault requires a proof. True while that is unknown.
    public var isProtected: Bool { lock.isProtected }
    /// The current state of the lock, and then each change with its cause.
    public var lockChanges: AsyncStream<LockChange> { lock.lockChanges }

    /// Waits until a user is signed in and the app is unlocked, for a link, an intent or a notification that reaches a
    /// locked app. Throws `CancellationError` if the task is cancelled.
    public func opened() async throws {
        lock.lockIfTimedOut()
        while state != .ready {
            try Task.checkCancellation()
            let (changes, change) = AsyncStream.makeStream(of: Never.self)
            withObservationTracking {
                _ = state
            } onChange: {
                // Called before the change, which is complete when this task continues.
                change.finish()
            }
            for await _ in changes {}
        }
    }

    /// Restarts the idle time. Call it for each key, click and touch if the lock counts idle time
    /// (`LockPlatform.locksWhenIdle`); the views of `LatchkeyUI` do. Otherwise it does nothing.
    public func recordActivity() { lock.recordActivity() }

    /// Updates the available biometrics.
    public func checkBiometricAvailability() async { await lock.checkBiometricAvailability() }

    /// Verifies the passcode without changing the lock, for a step that requires confirmation. Counts as an attempt.
    public func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome { await lock.verifyPasscode(passcode) }
}
