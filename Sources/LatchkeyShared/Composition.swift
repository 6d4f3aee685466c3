import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyUI

/// The objects of a process, each created on first use.
@MainActor
final class Composition {
    let platform: LockPlatform
    /// The lock that screens use.
    let lock: any LockModel
    /// The session of an app whose users have an account, or nil.
    let account: SessionModel?
    /// Reads the stored state. Ends when it was read.
    let launch: Task<Void, Never>
    /// The lock of an app without an account, or nil.
    let device: LatchkeyLock.PasscodeService?
    private let biometry: Biometry
    private let reason: String

    private(set) lazy var passcodeService = PasscodeService(
        lock, device: device, account: account, biometry: biometry, clock: platform.clock, reason: reason,
        launch: launch)
    private(set) lazy var keychain = KeychainManager(
        storage: platform.storage, passcodes: passcodeService, device: device, account: account, biometry: biometry,
        reason: reason)
    private(set) lazy var biometricAuth = BiometricAuthManager(biometry)
    private(set) lazy var biometricService = BiometricService(biometry, reason: reason)
    private(set) lazy var appState = account.map {
        AppState($0, passcodes: passcodeService, keychain: keychain, launch: launch)
    }
    private(set) lazy var screens = SharedScreens(lock, account: account)

    /// Creates the objects of an app without an account. Removing its passcode erases a vault that the app has not
    /// used.
    convenience init(
        device platform: LockPlatform, reason: String, policy: PasscodePolicy,
        afterTenFailures tenFailures: DeviceAttemptPolicy, legacy: (any LegacyPasscodeSource)? = nil
    ) {
        var platform = platform
        platform.marksUnusedVaults = true
        let lock = AppLock.device(
            platform, reason: reason, policy: policy, afterTenFailures: tenFailures, legacy: legacy)
        self.init(platform, reason: reason, lock: lock, device: lock, account: nil, inner: lock)
    }

    /// Creates the objects of an app whose users have an account.
    convenience init(account: SessionModel, on platform: LockPlatform, reason: String) {
        self.init(platform, reason: reason, lock: account, device: nil, account: account, inner: account.lock)
    }

    private init(
        _ platform: LockPlatform, reason: String, lock: any LockModel, device: LatchkeyLock.PasscodeService?,
        account: SessionModel?, inner: LatchkeyLock.PasscodeService
    ) {
        (self.platform, self.reason, self.lock, self.device, self.account) = (platform, reason, lock, device, account)
        let launch = Task { await lock.start() }
        self.launch = launch
        biometry = Biometry(platform.biometrics, under: inner, launch: launch)
        biometry.follow(platform.lifecycle)
    }
}
