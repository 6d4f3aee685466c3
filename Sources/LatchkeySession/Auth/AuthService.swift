internal import LatchkeyAPI
package import LatchkeyLock
package import LatchkeySecureStorage

/// The account's session on this device.
///
/// The access token is in memory only. The refresh token is sealed in the vault, and a new one is stored before it is
/// used, so that the stored one is always valid.
package actor AuthService {
    let api: any SessionAPI
    let sessionLock: any SessionLock
    let clock: any Clock<Duration>
    let vault: Vault
    let store: SessionStore
    var held: HeldSession?
    /// Seals a token that arrives when the vault has been locked meanwhile.
    var sealingKey: SealingKey?

    /// Creates a service; reads nothing and sends nothing.
    package init(
        api: some SessionAPI, storage: some SecureStorageProtocol, vault: Vault, sessionLock: some SessionLock,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        (self.api, self.sessionLock, self.clock, self.vault) = (api, sessionLock, clock, vault)
        store = SessionStore(storage: storage)
    }

    /// Performs a call with an access token, which is renewed first when it has expired, and once more when the server
    /// refuses it.
    ///
    /// Throws `.ended` when the session has ended, `.locked` while the vault is locked, and `.api(.locked)` when the
    /// server's session is, also where a backend reports that as 401, as libraries for token introspection do. Apps
    /// call it through ``SessionModel``, so that the screen is updated.
    ///
    /// - Parameter isOpenWhileLocked: Whether the server takes the call for a locked session.
    func perform<Value: Sendable>(
        isOpenWhileLocked: Bool = false, _ call: @Sendable (String) async throws(APIError) -> Value
    ) async throws(SessionError) -> Value {
        let token = try await accessToken()
        do {
            return try await call(token)
        } catch {
            // A refresh also lifts the lock of a session that was idle.
            guard error == .unauthenticated || error == .locked else { throw await refusal(error) }
        }
        let renewed = try await newToken(insteadOf: token)
        if !isOpenWhileLocked, held?.isLocked == true { throw .api(.locked) }
        do { return try await call(renewed) } catch { throw await refusal(error) }
    }

    /// The error for a refused call: the last wrong passcode ends the session.
    private func refusal(_ error: APIError) async -> SessionError {
        guard case .incorrectPasscode(_, _, sessionEnded: true) = error else { return .api(error) }
        await dropTokens()
        return .ended
    }

    private func accessToken() async throws(SessionError) -> String {
        let old = try session().accessToken
        if let old, try session().isFresh() { return old }
        return try await newToken(insteadOf: old)
    }

    private func newToken(insteadOf old: String?) async throws(SessionError) -> String {
        let token = try await withSessionLock { auth async throws(SessionError) in try await auth.renew(old) }
        // C5: if the vault was locked meanwhile, the lock wins.
        _ = try session()
        return token
    }

    /// The session in memory. What was kept cannot be used while the vault is locked.
    func session() throws(SessionError) -> HeldSession {
        guard let held else { throw .signedOut }
        if held.isKept, vault.isLocked { throw .locked }
        return held
    }

    /// Runs the work while it holds the session lock. Waiting for the lock can be cancelled; work that has begun runs
    /// to its end.
    func withSessionLock<Value: Sendable>(
        _ work: @escaping @Sendable (isolated AuthService) async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let held = try await sessionLock.acquire()
        // In a task of its own: a token that the server has given must be stored even if the caller is cancelled. The
        // server takes the token before it for stolen after 30 seconds.
        let task = Task {
            let result: Result<Value, SessionError>
            do throws(SessionError) { result = .success(try await work(self)) } catch { result = .failure(error) }
            await held.release()
            return result
        }
        return try await task.value.get()
    }
}
