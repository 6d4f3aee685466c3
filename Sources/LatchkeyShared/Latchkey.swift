@_exported public import LatchkeyAPI
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
/// Import this module alone: it brings the libraries, and where a name of the documents is also one of theirs, the
/// document's is found.
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

    /// Creates the lock of an app without an account, and reads what is stored. Call one `configure` once, in the app's
    /// `init`.
    ///
    /// - Parameters:
    ///   - platform: The device.
    ///   - reason: The text of the biometric prompt, as a full sentence.
    ///   - policy: Rejects new passcodes; `.anySixDigits` rejects none.
    ///   - tenFailures: The effect of ten wrong passcodes in a row.
    ///   - legacy: Reads the passcode that an earlier version of the app stored as a hash, or nil.
    public static func configure(
        _ platform: LockPlatform, reason: String, policy: PasscodePolicy = PasscodePolicy(),
        afterTenFailures tenFailures: DeviceAttemptPolicy = .unlimited, legacy: (any LegacyPasscodeSource)? = nil
    ) {
        install {
            let lock = AppLock.device(
                platform, reason: reason, policy: policy, afterTenFailures: tenFailures, legacy: legacy)
            return Composition(platform, reason: reason, device: lock)
        }
    }

    /// Creates the lock and the session of an app whose users have an account on a server, and reads what is stored.
    /// Call one `configure` once, in the app's `init`.
    ///
    /// - Parameters:
    ///   - platform: The device.
    ///   - server: The server, over HTTP.
    ///   - reason: The text of the biometric prompt, as a full sentence.
    ///   - sessionLock: The lock among all that share the session: `FileSessionLock` where the app has extensions.
    ///   - policy: Rejects new passcodes.
    public static func configure(
        _ platform: LockPlatform, server: ServerURL, reason: String,
        sessionLock: some SessionLock = InProcessSessionLock(), policy: PasscodePolicy = PasscodePolicy()
    ) {
        configure(
            platform, api: LatchkeyClient(server: server, transport: URLSessionTransport()), reason: reason,
            sessionLock: sessionLock, policy: policy)
    }

    /// Creates the lock and the session with the app's own way to reach the server, or with none in tests.
    public static func configure(
        _ platform: LockPlatform, api: some SessionAPI, reason: String,
        sessionLock: some SessionLock = InProcessSessionLock(), policy: PasscodePolicy = PasscodePolicy()
    ) {
        install {
            let session = AppLock.account(
                platform, api: api, reason: reason, sessionLock: sessionLock, policy: policy)
            return Composition(platform, reason: reason, account: session)
        }
    }

    private static func install(_ make: () -> Composition) {
        // Two locks would each open what the other keeps locked: an app that is put together so cannot go on.
        precondition(composition == nil, "Latchkey.configure was called twice. Call it once, in your app's init.")
        let made = make()
        composition = made
        keychain.withLock { [manager = made.keychain] in $0 = manager }
    }

    /// The objects of this process. Traps before `configure`.
    static var current: Composition {
        // There is no lock to fall back to: an app that is put together so cannot go on.
        guard let composition else { preconditionFailure(needsConfiguration) }
        return composition
    }

    nonisolated static let needsConfiguration = """
        Call Latchkey.configure(…) in your app's init before you use anything shared. A property with an initial value \
        is made before that: assign it in init, after the call.
        """
}
