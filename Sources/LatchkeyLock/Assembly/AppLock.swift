public import LatchkeyPasscode

/// Assembles the lock of an app in one call.
///
/// The parts and their order are internal: an app cannot read what is stored before the device can be read, miss the
/// app's state from before the lock followed it, or have a second lock that opens what the first one keeps locked.
@MainActor
public enum AppLock {
    /// The lock of an app without an account.
    ///
    /// ```swift
    /// let lock = AppLock.device(.apple(), reason: "Unlock Repair Shop", afterTenFailures: .erase)
    /// await lock.start()
    /// ```
    ///
    /// Until the first passcode is set the app is open and has no vault: ``PasscodeService/vault`` is locked, and
    /// sealing throws ``VaultError/locked``. Seal from ``PasscodeService/setPasscode(_:replacing:)`` on; turning the
    /// passcode off leaves a vault that opens by itself.
    ///
    /// - Parameters:
    ///   - platform: The device. A storage has one lock in a process: a second call over the same storage returns the
    ///     present lock. A lock for an account, or with another `tenFailures`, is refused: it stays locked, with
    ///     ``VaultError/storageInUse`` as its problem.
    ///   - reason: The text of the biometric prompt, as a full sentence.
    ///   - policy: Which new passcodes are refused.
    ///   - tenFailures: The effect of ten wrong passcodes in a row.
    ///   - legacy: Reads requirement 01's passcode, or nil where the app never had one.
    /// - Returns: The lock, which reads nothing before `start()`, and is locked until then.
    public static func device(
        _ platform: LockPlatform, reason: String, policy: PasscodePolicy = PasscodePolicy(),
        afterTenFailures tenFailures: DeviceAttemptPolicy, legacy: (any LegacyPasscodeSource)? = nil
    ) -> PasscodeService {
        platform.lock(
            .device(tenFailures), tenFailures: tenFailures.policy, legacy: legacy, policy: policy, reason: reason)
    }
}

/// The effect of ten wrong passcodes in a row in an app without an account.
public enum DeviceAttemptPolicy: Sendable, Hashable {
    /// The vault is erased, and with it everything that it sealed, and nothing else: the app is then open without a
    /// passcode, as before the first one. Seal whatever must not be seen then.
    case erase
    /// None: a wait of 160 seconds follows each further one.
    case unlimited

    var policy: AttemptPolicy {
        switch self {
        case .erase: .erase
        case .unlimited: .unlimited
        }
    }
}
