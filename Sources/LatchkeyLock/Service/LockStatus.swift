public import Foundation
public import LatchkeyBiometrics
public import LatchkeyPasscode

/// A read-only view of a lock: what an account's session exposes of the lock that it owns.
///
/// SwiftUI views that read it are updated when it changes.
@MainActor
public struct LockStatus {
    private let service: PasscodeService

    package init(_ service: PasscodeService) { self.service = service }

    /// Seals and opens the app's data while unlocked.
    public var vault: Vault { service.vault }
    /// The lock's state, with everything that a view needs.
    public var state: LockState { service.state }
    /// What it takes to open the vault, or nil until it was read.
    public var protection: VaultProtection? { service.protection }
    /// Why what is stored cannot be read, or nil.
    public var problem: VaultError? { service.problem }
    /// The kind of biometrics that was available at the lock's last check.
    public var biometricType: BiometricType { service.biometricType }
    /// Which new passcodes are refused.
    public var policy: PasscodePolicy { service.policy }
    /// The absence that locks; the shortest while the vault is locked.
    public var timeout: LockTimeout { service.timeout }
    /// The time of day, by the clock as it was then, until which no guess is accepted, or nil.
    public var waitUntil: Date? { service.waitUntil }
    /// The outcome of the last biometric prompt since the app was locked or opened; nil while one is up.
    public var promptOutcome: BiometricUnlockOutcome? { service.promptOutcome }
    /// Whether the app must not be used.
    public var isLocked: Bool { service.isLocked }
    /// Whether there is a passcode, or was one that only recovery replaces. True while that is unknown.
    public var isPasscodeEnabled: Bool { service.isPasscodeEnabled }
    /// Whether opening the vault needs a proof. True while that is unknown.
    public var isProtected: Bool { service.isProtected }
    /// Whether a biometric match can unlock.
    public var isBiometricEnabled: Bool { service.isBiometricEnabled }
    /// Whether biometrics were available at the lock's last check.
    public var isBiometricAvailable: Bool { service.isBiometricAvailable }
    /// The present state of the lock, and then each change with its cause.
    public var lockChanges: AsyncStream<LockChange> { service.lockChanges }

    /// Shows a system prompt that is not the lock's: see `PasscodeService.prompt(_:)`.
    package func prompt<Answer: Sendable>(_ ask: @escaping @MainActor @Sendable () async -> Answer) async -> Answer? {
        await service.prompt(ask)
    }

    /// Waits until the app is open. Throws `CancellationError` when the task is cancelled.
    public func opened() async throws { try await service.opened() }
}

extension PasscodeService {
    /// A read-only view of this lock.
    public var status: LockStatus { LockStatus(self) }
}
