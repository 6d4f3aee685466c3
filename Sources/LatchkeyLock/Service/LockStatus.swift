public import Foundation
public import LatchkeyBiometrics
public import LatchkeyPasscode

/// A lock to be looked at and not operated: what an account's session hands out of the lock that it owns.
///
/// Views that read it are drawn again when it changes.
@MainActor
public struct LockStatus {
    private let service: PasscodeService

    package init(_ service: PasscodeService) { self.service = service }

    /// Seals and opens the app's data while unlocked.
    public var vault: Vault { service.vault }
    /// The lock, with everything that a view needs to know about it.
    public var state: LockState { service.state }
    /// What stands between the app and its vault, or nil until it was read.
    public var protection: VaultProtection? { service.protection }
    /// Why what is stored cannot be read, or nil.
    public var problem: VaultError? { service.problem }
    /// The kind of biometrics that could be asked for when the lock last asked the device.
    public var biometricType: BiometricType { service.biometricType }
    /// Which new passcodes are refused.
    public var policy: PasscodePolicy { service.policy }
    /// The absence that locks; the shortest while the vault is locked.
    public var timeout: LockTimeout { service.timeout }
    /// Until when no guess is accepted, by the wall clock as it stood, or nil.
    public var waitUntil: Date? { service.waitUntil }
    /// What came of the last biometric prompt since the app was locked or opened; nil while one is up.
    public var promptOutcome: BiometricUnlockOutcome? { service.promptOutcome }
    /// Whether the app must not be used.
    public var isLocked: Bool { service.isLocked }
    /// Whether there is a passcode, or was one that can be had back only by recovery. True while that is not known.
    public var isPasscodeEnabled: Bool { service.isPasscodeEnabled }
    /// Whether it takes a proof to open the vault. True while that is not known.
    public var isProtected: Bool { service.isProtected }
    /// Whether a biometric match can unlock.
    public var isBiometricEnabled: Bool { service.isBiometricEnabled }
    /// Whether the device had biometrics that could be asked for when the lock last asked.
    public var isBiometricAvailable: Bool { service.isBiometricAvailable }
    /// The lock as it is now, and then each change of it with its cause, none left out.
    public var lockChanges: AsyncStream<LockChange> { service.lockChanges }

    /// Shows a prompt of the system's beside the lock: see `PasscodeService.prompt(_:)`.
    package func prompt<Answer: Sendable>(_ ask: @escaping @MainActor @Sendable () async -> Answer) async -> Answer? {
        await service.prompt(ask)
    }

    /// Returns once the app is open: at once when it is. Throws `CancellationError` when the task is cancelled.
    public func opened() async throws { try await service.opened() }
}

extension PasscodeService {
    /// This lock, to be looked at and not operated.
    public var status: LockStatus { LockStatus(self) }
}
