public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode
internal import LatchkeySecureStorage

extension AppLock {
    /// The lock and the session of an app whose users have an account on a server.
    ///
    /// ```swift
    /// let session = AppLock.account(
    ///     .apple(), server: server, reason: "Unlock Repair Shop", sessionLock: InProcessSessionLock())
    /// await session.start()
    /// ```
    ///
    /// - Parameters:
    ///   - platform: What the lock uses of this device. The session's record is in its storage, too. A storage has one
    ///     lock in a process: a second call over the same storage returns the session that is there, and one for
    ///     another server, or a lock without an account, is refused: it stays locked, and its problem is
    ///     `storageInUse`.
    ///   - server: The server, over HTTP.
    ///   - reason: The text of the biometric prompt, as a full sentence.
    ///   - sessionLock: The lock among all that share the session: ``InProcessSessionLock`` where an app is one
    ///     process, ``FileSessionLock`` where it has extensions or can be started twice.
    ///   - policy: Which new passcodes are refused.
    ///   - unprotectedLaunch: What a launch without a passcode does.
    ///   - sealsWithoutPasscode: Whether the vault seals the app's data also without a passcode, after "Set up later".
    ///     With false, `Vault.seal` throws `.passcodeNeeded` until there is a passcode, and biometrics alone are
    ///     offered after each sign-in: the vault then has nothing that a changed enrolment could lose.
    ///   - legacy: The passcode that an earlier version of the app stored on this device, or nil. `start()` deletes it:
    ///     the account's passcode is the server's, and a stored hash gives the passcode away.
    /// - Returns: The session, which owns the lock. It reads nothing before `start()`, and is locked until then.
    public static func account(
        _ platform: LockPlatform, server: ServerURL, reason: String, sessionLock: some SessionLock,
        policy: PasscodePolicy = PasscodePolicy(),
        unprotectedLaunch: SessionModel.UnprotectedLaunch = .signInAgain, sealsWithoutPasscode: Bool = true,
        legacy: (any LegacyPasscodeSource)? = nil
    ) -> SessionModel {
        account(
            platform, api: LatchkeyClient(server: server, transport: URLSessionTransport()), reason: reason,
            sessionLock: sessionLock, policy: policy, unprotectedLaunch: unprotectedLaunch,
            sealsWithoutPasscode: sealsWithoutPasscode, legacy: legacy)
    }

    /// Creates the lock and the session with the app's own way to reach the server, or with none in tests.
    ///
    /// What is not listed is the same as with a `server`.
    ///
    /// - Parameters:
    ///   - api: The server, which ``SessionAPI/identity`` identifies.
    ///   - clock: Measures the lifetime of access tokens.
    public static func account(
        _ platform: LockPlatform, api: some SessionAPI, reason: String, sessionLock: some SessionLock,
        policy: PasscodePolicy = PasscodePolicy(),
        unprotectedLaunch: SessionModel.UnprotectedLaunch = .signInAgain, sealsWithoutPasscode: Bool = true,
        legacy: (any LegacyPasscodeSource)? = nil, clock: some Clock<Duration> = ContinuousClock()
    ) -> SessionModel {
        // With an account the tenth failure costs nothing: its recovery key opens the vault.
        let lock = platform.lock(
            .account(server: api.identity.name), tenFailures: .destroySlots, policy: policy, reason: reason)
        if let session = lock.owner as? SessionModel { return session }
        // A lock that is refused must not touch the other lock's session either.
        let storage: any SecureStorageProtocol = lock.isRefused ? InMemorySecureStorage() : platform.storage
        let auth = AuthService(
            api: api, storage: storage, vault: lock.vault, sessionLock: sessionLock, clock: clock)
        let session = SessionModel(
            auth: auth, lock: lock, unprotectedLaunch: unprotectedLaunch, sealsWithoutPasscode: sealsWithoutPasscode)
        if !lock.isRefused { session.formerPasscode = legacy }
        lock.owner = session
        return session
    }
}
