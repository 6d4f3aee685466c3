public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension AppLock {
    /// The lock and the session of an app whose users have an account on a server.
    ///
    /// ```swift
    /// let session = AppLock.account(.apple(), server: server, reason: "Unlock Repair Shop", turns: InProcessSessionTurns())
    /// await session.start()
    /// ```
    ///
    /// - Parameters:
    ///   - platform: What the lock uses of this device. The session's record is in its storage, too.
    ///   - server: The server, over HTTP.
    ///   - reason: What the biometric prompt says to the person, as a full sentence.
    ///   - turns: Among whoever shares the session: ``InProcessSessionTurns`` where an app is one process,
    ///     ``FileSessionTurns`` where it has extensions or is started twice.
    ///   - policy: Which new passcodes are refused.
    ///   - unprotectedLaunch: What the launch does without a passcode.
    /// - Returns: The session, which owns the lock. It reads nothing before `start()`, and is locked until then.
    public static func account(
        _ platform: LockPlatform, server: ServerURL, reason: String, turns: some SessionTurns,
        policy: PasscodePolicy = PasscodePolicy(),
        unprotectedLaunch: SessionModel.UnprotectedLaunch = .signInAgain
    ) -> SessionModel {
        account(
            platform, api: LatchkeyClient(server: server, transport: URLSessionTransport()), reason: reason,
            turns: turns, policy: policy, unprotectedLaunch: unprotectedLaunch)
    }

    /// The same, with a server that is reached by something of the app's own, or none in tests.
    ///
    /// - Parameters:
    ///   - platform: What the lock uses of this device. The session's record is in its storage, too.
    ///   - api: The server.
    ///   - reason: What the biometric prompt says to the person, as a full sentence.
    ///   - turns: Among whoever shares the session.
    ///   - policy: Which new passcodes are refused.
    ///   - unprotectedLaunch: What the launch does without a passcode.
    ///   - clock: Measures the life of access tokens.
    public static func account(
        _ platform: LockPlatform, api: some SessionAPI, reason: String, turns: some SessionTurns,
        policy: PasscodePolicy = PasscodePolicy(),
        unprotectedLaunch: SessionModel.UnprotectedLaunch = .signInAgain,
        clock: some Clock<Duration> = ContinuousClock()
    ) -> SessionModel {
        // With an account the tenth failure costs nothing: its recovery key opens the vault.
        let vault = platform.vault(policy: .destroySlots)
        return SessionModel(
            auth: AuthService(api: api, storage: platform.storage, vault: vault, turns: turns, clock: clock),
            lock: platform.service(vault: vault, policy: policy, reason: reason), policy: policy,
            unprotectedLaunch: unprotectedLaunch)
    }
}
