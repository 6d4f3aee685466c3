public import LatchkeyPasscode

/// Puts the lock of an app together, in one call.
///
/// The parts and their order are inside: an app cannot read what is stored before the device can be read, forget what
/// the app's state was before the lock listened, or hold a second lock that opens what the first one keeps locked.
@MainActor
public enum AppLock {
    /// The lock of an app without an account: all that it takes is on the device.
    ///
    /// ```swift
    /// let lock = AppLock.device(.apple(), reason: "Unlock Repair Shop", afterTenFailures: .erase)
    /// await lock.start()
    /// ```
    ///
    /// Until the first passcode is set the app is open and has no vault: ``PasscodeService/vault`` is locked, and sealing
    /// throws ``VaultError/locked``. Seal from ``PasscodeService/setPasscode(_:replacing:)`` on; turning the passcode off
    /// leaves a vault that opens by itself.
    ///
    /// - Parameters:
    ///   - platform: What the lock uses of this device. A storage has one lock in a process: a second call over the same
    ///     storage returns the lock that is there, and one for an account, or for ten other failures, is refused: it
    ///     stays locked with ``VaultError/storageInUse`` as its problem.
    ///   - reason: What the biometric prompt says to the person, as a full sentence.
    ///   - policy: Which new passcodes are refused.
    ///   - tenFailures: What ten wrong passcodes in a row do.
    ///   - legacy: Where the app kept requirement 01's passcode, or nil when it never did.
    /// - Returns: The lock, which reads nothing before `start()`, and is locked until then.
    public static func device(
        _ platform: LockPlatform, reason: String, policy: PasscodePolicy = PasscodePolicy(),
        afterTenFailures tenFailures: DeviceAttemptPolicy, legacy: (any LegacyPasscodeSource)? = nil
    ) -> PasscodeService {
        platform.lock(
            .device(tenFailures), tenFailures: tenFailures.policy, legacy: legacy, policy: policy, reason: reason)
    }
}

/// What ten wrong passcodes in a row do where no account can help.
public enum DeviceAttemptPolicy: Sendable, Hashable {
    /// They erase the vault, and with it everything that it sealed, and nothing else: the app is then open without a passcode, as
    /// before the first one. What must not be seen then is sealed.
    case erase
    /// Nothing: a wait of 160 seconds follows each further one.
    case unlimited

    var policy: AttemptPolicy {
        switch self {
        case .erase: .erase
        case .unlimited: .unlimited
        }
    }
}
