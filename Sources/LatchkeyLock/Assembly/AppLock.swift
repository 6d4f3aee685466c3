public import LatchkeyPasscode

/// The assembly of an app's lock in one call.
///
/// The parts and their order are internal. An app can therefore not read stored data before the device allows it. It
/// cannot miss the app's state before the lock observes it, or create a second lock over the same storage.
@MainActor
public enum AppLock {
    /// Creates the lock of an app without an account.
    ///
    /// ```swift
    /// let lock = AppLock.device(.apple(), reason: "Unlock Repair Shop.", afterTenFailures: .unlimited)
    /// await lock.start()
    /// ```
    ///
    /// Until the first passcode is set, the app is open and has no vault: ``PasscodeService/vault`` is locked, and
    /// sealing throws ``VaultError/noVault``. Seal data after ``PasscodeService/setPasscode(_:replacing:)``. Removing
    /// the passcode leaves a vault that opens without one.
    ///
    /// - Parameters:
    ///   - platform: The device. A process has one lock over a storage: a second call over the same storage returns the
    ///     existing lock. If that is for an account, of `LatchkeyShared` or has another `tenFailures`, the returned
    ///     lock is not usable: it stays locked, with ``VaultError/storageInUse`` as its problem.
    ///   - reason: The text of the biometric prompt, as a full sentence.
    ///   - policy: The rules that reject new passcodes.
    ///   - tenFailures: The effect of ten wrong passcodes in a row.
    ///   - legacy: Reads the passcode that an earlier version of the app stored as a hash; nil if there was none.
    /// - Returns: The lock. It reads nothing before `start()`, and is locked until then.
    public static func device(
        _ platform: LockPlatform, reason: String, policy: PasscodePolicy = PasscodePolicy(),
        afterTenFailures tenFailures: DeviceAttemptPolicy, legacy: (any LegacyPasscodeSource)? = nil
    ) -> PasscodeService {
        platform.lock(
            .device(tenFailures, erasesUnusedVaults: platform.marksUnusedVaults), tenFailures: tenFailures.policy,
            legacy: legacy, policy: policy, reason: reason)
    }
}

/// The effect of ten wrong passcodes in a row in an app without an account.
public enum DeviceAttemptPolicy: Sendable, Hashable {
    /// Erases the vault and everything that it sealed, and nothing else. The app is then open without a passcode, as
    /// before the first one. Seal everything that must not be visible then.
    case erase
    /// No effect: a delay of 160 seconds follows each further failure.
    case unlimited

    var policy: AttemptPolicy {
        switch self {
        case .erase: .erase
        case .unlimited: .unlimited
        }
    }
}
