@_exported public import LatchkeyAPI
@_exported public import LatchkeyBiometricSession
@_exported public import LatchkeyBiometrics
internal import LatchkeyCore
@_exported public import LatchkeyLifecycle
@_exported public import LatchkeyLock
@_exported public import LatchkeyPasscode
@_exported public import LatchkeyPersistence
@_exported public import LatchkeySecureStorage
@_exported public import LatchkeySession
@_exported public import LatchkeyUI

/// The composition root of a process whose objects are `shared`.
///
/// Import only this module: it exports the libraries. If this module and a library use the same name, it is this
/// module's.
///
/// ```swift
/// init() {
///     Latchkey.configure(.apple(), reason: "Unlock Repair Shop.")
///     lifecycle = AppLifecycleManager.shared
/// }
/// ```
@MainActor
public enum Latchkey {
    private static var composition: Composition?
    /// The Keychain manager, which any actor may use.
    nonisolated static let keychain = LockedValue<KeychainManager?>(nil)

    /// Creates the lock of an app without an account, and reads the stored state. Call one `configure` once, in the
    /// app's `init`.
    ///
    /// - Parameters:
    ///   - platform: The platform of the device.
    ///   - reason: The text of the biometric prompt, as a full sentence.
    ///   - policy: The rules that reject new passcodes; `.anySixDigits` rejects none.
    ///   - tenFailures: The effect of ten wrong passcodes in a row.
    ///   - legacy: Reads the passcode that an earlier version of the app stored as a hash, or nil.
    public static func configure(
        _ platform: LockPlatform, reason: String, policy: PasscodePolicy = PasscodePolicy(),
        afterTenFailures tenFailures: DeviceAttemptPolicy = .unlimited, legacy: (any LegacyPasscodeSource)? = nil
    ) {
        install {
            Composition(device: platform, reason: reason, policy: policy, afterTenFailures: tenFailures, legacy: legacy)
        }
    }

    /// Creates the lock and the session of an app whose users have an account on a server, and reads the stored state.
    /// Call one `configure` once, in the app's `init`.
    ///
    /// - Parameters:
    ///   - platform: The platform of the device.
    ///   - server: The server, over HTTP.
    ///   - reason: The text of the biometric prompt, as a full sentence.
    ///   - sessionLock: The lock between all users of the session: `FileSessionLock` if the app has extensions.
    ///   - policy: The rules that reject new passcodes.
    ///   - unprotectedLaunch: The effect of a launch without a passcode.
    ///   - sealsWithoutPasscode: Whether the vault seals the app's data without a passcode. If not, biometrics alone
    ///     are offered after each sign-in: see `AppLock.account`.
    ///   - legacy: The passcode that an earlier version of the app stored as a hash, or nil. It is deleted: the
    ///     account's passcode is the server's.
    public static func configure(
        _ platform: LockPlatform, server: ServerURL, reason: String,
        sessionLock: some SessionLock = InProcessSessionLock(), policy: PasscodePolicy = PasscodePolicy(),
        unprotectedLaunch: SessionModel.UnprotectedLaunch = .signInAgain, sealsWithoutPasscode: Bool = true,
        legacy: (any LegacyPasscodeSource)? = nil
    ) {
        configure(
            platform, api: LatchkeyClient(server: server, transport: URLSessionTransport()), reason: reason,
            sessionLock: sessionLock, policy: policy, unprotectedLaunch: unprotectedLaunch,
            sealsWithoutPasscode: sealsWithoutPasscode, legacy: legacy)
    }

    /// Creates the lock and the session with the app's own `SessionAPI`, or a mock in tests.
    public static func configure(
        _ platform: LockPlatform, api: some SessionAPI, reason: String,
        sessionLock: some SessionLock = InProcessSessionLock(), policy: PasscodePolicy = PasscodePolicy(),
        unprotectedLaunch: SessionModel.UnprotectedLaunch = .signInAgain, sealsWithoutPasscode: Bool = true,
        legacy: (any LegacyPasscodeSource)? = nil
    ) {
        install {
            let session = AppLock.account(
                platform, api: api, reason: reason, sessionLock: sessionLock, policy: policy,
                unprotectedLaunch: unprotectedLaunch, sealsWithoutPasscode: sealsWithoutPasscode, legacy: legacy)
            return Composition(account: session, on: platform, reason: reason)
        }
    }

    private static func install(_ make: () -> Composition) {
        // Two locks would unlock each other's data: an app that is assembled like this must not continue.
        precondition(composition == nil, "Latchkey.configure was called twice. Call it once, in your app's init.")
        let made = make()
        composition = made
        keychain.withLock { [manager = made.keychain] in $0 = manager }
    }

    /// The objects of this process. Traps before `configure`.
    static var current: Composition {
        // There is no lock to fall back to: an app that is assembled like this must not continue.
        guard let composition else { preconditionFailure(needsConfiguration) }
        return composition
    }

    nonisolated static let needsConfiguration = """
        Call Latchkey.configure(…) in your app's init before you use anything shared. A property with an initial value \
        is created before that: assign it in init, after the call.
        """
}
