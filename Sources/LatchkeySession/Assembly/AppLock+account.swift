public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode
internal import LatchkeySecureStorage

extension AppLock {
    /// Creates the lock and the session of an app whose users have an account on a server.
    ///
    /// ```swift
    /// let session = AppLock.account(
    ///     .apple(), server: server, reason: "Unlock Repair Shop.", sessionLock: InProcessSessionLock())
    /// await session.start()
    /// ```
    ///
    /// - Parameters:
    ///   - platform: The parts of the device. Its storage also has the session's record. A process has one lock over a
    ///     storage: a second call over the same storage returns the existing session. A session for another server, or
    ///     a lock without an account, is not usable: it stays locked, with `storageInUse` as its problem.
    ///   - server: The server, over HTTP.
    ///   - reason: The text of the biometric prompt, as a full sentence.
    ///   - sessionLock: The lock between all users of the session: ``InProcessSessionLock`` for an app of one process,
    ///     ``FileSessionLock`` for an app with extensions or several processes.
    ///   - policy: The rules that reject new passcodes.
    ///   - unprotectedLaunch: The effect of a launch without a passcode.
    ///   - sealsWithoutPasscode: Whether the vault seals app data without a passcode, after "Set up later". With false,
    ///     `Vault.seal` throws `.passcodeNeeded` until there is a passcode, and biometrics alone are offered after each
    ///     sign-in. A changed enrolment can then lose no data.
    ///   - legacy: The passcode that an earlier version of the app stored on this device, or nil. `start()` deletes it:
    ///     the server has the account's passcode, and a stored hash reveals it.
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

    /// Creates the lock and the session with the app's own ``SessionAPI``, or a mock in tests.
    ///
    /// The other parameters are those of the method with a `server`.
    ///
    /// - Parameters:
    ///   - api: The server, identified by ``SessionAPI/identity``.
    ///   - clock: Measures the lifetime of access tokens.
    public static func account(
        _ platform: LockPlatform, api: some SessionAPI, reason: String, sessionLock: some SessionLock,
        policy: PasscodePolicy = PasscodePolicy(),
        unprotectedLaunch: SessionModel.UnprotectedLaunch = .signInAgain, sealsWithoutPasscode: Bool = true,
        legacy: (any LegacyPasscodeSource)? = nil, clock: some Clock<Duration> = ContinuousClock()
    ) -> SessionModel {
        // With an account, ten failures lose no data: the recovery key opens the vault.
        let server = SessionUnlockServer(api: api)
        let lock = platform.lock(
            .account(server: api.identity.name), tenFailures: .destroySlots, unlockServer: server, policy: policy,
            reason: reason)
        if let session = lock.owner as? SessionModel { return session }
        // An unusable lock must not affect the other lock's session either.
        let storage: any SecureStorageProtocol = lock.isRejected ? InMemorySecureStorage() : platform.storage
        let auth = AuthService(
            api: api, storage: storage, vault: lock.vault, sessionLock: sessionLock, clock: clock)
        server.connect(auth)
        let session = SessionModel(
            auth: auth, lock: lock, unprotectedLaunch: unprotectedLaunch, sealsWithoutPasscode: sealsWithoutPasscode,
            unlockPolicy: platform.unlockPolicy)
        if !lock.isRejected { session.formerPasscode = legacy }
        lock.owner = session
        return session
    }
}
