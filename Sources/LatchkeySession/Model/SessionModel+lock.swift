public import Foundation
public import LatchkeyBiometrics
public import LatchkeyLock
public import LatchkeyPasscode
internal import Observation

/// What this model's lock shows. Only the model's own operations open and lock it.
extension SessionModel {
    /// Seals and opens the app's data while unlocked.
    public nonisolated var vault: Vault { lock.vault }
    /// The lock's state. ``state`` says what the app shows.
    public var lockState: LockState { lock.state }
    /// Whether the lock is locked.
    public var isLocked: Bool { lock.isLocked }
    /// What it takes to open the vault, or nil until it was read.
    public var protection: VaultProtection? { lock.protection }
    /// Which new passcodes are refused.
    public var passcodePolicy: PasscodePolicy { lock.passcodePolicy }
    /// The kind of biometrics that was available at the last check.
    public var biometricType: BiometricType { lock.biometricType }
    /// The absence that locks; the shortest while the vault is locked.
    public var timeout: LockTimeout { lock.timeout }
    /// The time of day, by the clock as it was then, until which no guess is accepted, or nil.
    public var waitUntil: Date? { lock.waitUntil }
    /// The outcome of the last biometric prompt since the app was locked or opened; nil while one is up.
    public var promptOutcome: BiometricUnlockOutcome? { lock.promptOutcome }
    /// Whether there is a passcode, or was one that only recovery replaces. True while that is unknown.
    public var isPasscodeEnabled: Bool { lock.isPasscodeEnabled }
    /// Whether opening the vault needs a proof. True while that is unknown.
    public var isProtected: Bool { lock.isProtected }
    /// The present state of the lock, and then each change with its cause.
    public var lockChanges: AsyncStream<LockChange> { lock.lockChanges }

    /// Waits until someone is signed in and the app is open: for a link, an intent or a notification that reaches a
    /// locked app. Throws `CancellationError` when the task is cancelled.
    public func opened() async throws {
        lock.lockIfTimedOut()
        while state != .ready {
            try Task.checkCancellation()
            let (changes, change) = AsyncStream.makeStream(of: Never.self)
            withObservationTracking {
                _ = state
            } onChange: {
                // Told before the change, which is complete when this task goes on.
                change.finish()
            }
            for await _ in changes {}
        }
    }

    /// Restarts the idle time. Call it at each key, click and touch, where the lock counts idle time
    /// (`LockPlatform.locksWhenIdle`); the views of `LatchkeyUI` do. Elsewhere it does nothing.
    public func recordActivity() { lock.recordActivity() }

    /// Checks again which biometrics are available.
    public func checkBiometricAvailability() async { await lock.checkBiometricAvailability() }

    /// Checks the passcode and does not change the lock: for a step that needs a confirmation. Counts like an unlock.
    public func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome { await lock.verifyPasscode(passcode) }
}
