internal import LatchkeyAPI
package import LatchkeyLock
package import LatchkeySecureStorage

/// The account's session on this device.
///
/// The access token is only in memory. The refresh token is sealed in the vault. A new one is stored before it is used,
/// so that the stored one is always valid.
package actor AuthService {
    let api: any SessionAPI
    let sessionLock: any SessionLock
    let clock: any Clock<Duration>
    let vault: Vault
    let store: SessionStore
    var held: HeldSession?
    /// Seals a token that arrives after the vault was locked.
    var sealingKey: SealingKey?

    /// Creates a service that has read and sent nothing.
    package init(
        api: some SessionAPI, storage: some SecureStorageProtocol, vault: Vault, sessionLock: some SessionLock,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        (self.api, self.sessionLock, self.clock, self.vault) = (api, sessionLock, clock, vault)
        store = SessionStore(storage: storage)
    }

    /// Performs a call with an access token. The token is renewed before it expires, and once more if the server
    /// rejects it.
    ///
    /// Throws `.ended` if the session has ended, `.locked` while the vault is locked, and `.api(.locked)` if the
    /// server's session is locked. The last also applies to a backend that returns 401 for it, as libraries for token
    /// introspection do. Apps use ``SessionModel``, which also updates the screen.
    ///
    /// - Parameter isOpenWhileLocked: Whether the server accepts the call for a locked session.
    func perform<Value: Sendable>(
        isOpenWhileLocked: Bool = false, _ call: @Sendable (String) async throws(APIError) -> Value
    ) async throws(SessionError) -> Value {
        let token = try await accessToken()
        do {
            return try await call(token)
        } catch {
            // A refresh also unlocks a session that was idle.
            guard error == .unauthenticated || error == .locked else { throw await rejection(error) }
        }
        let renewed = try await newToken(insteadOf: token)
        if !isOpenWhileLocked, held?.isLocked == true { throw .api(.locked) }
        do { return try await call(renewed) } catch { throw await rejection(error) }
    }

    /// Returns the error for a rejected call: the last wrong passcode ends the session.
    private func rejection(_ error: APIError) async -> SessionError {
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

    /// Returns the session in memory. A kept session cannot be used while the vault is locked.
    func session() throws(SessionError) -> HeldSession {
        guard let held else { throw .signedOut }
        if held.isKept, vault.isLocked { throw .locked }
        return held
    }

    /// Runs the work under the session lock. Waiting for the lock can be cancelled; work that has begun runs to its
    /// end.
    func withSessionLock<Value: Sendable>(
        _ work: @escaping @Sendable (isolated AuthService) async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let held = try await sessionLock.acquire()
        // In a separate task: a token that the server has issued must be stored even if the caller is cancelled. After
        // 30 seconds, the server treats the previous token as stolen.
        let task = Task {
            let result: Result<Value, SessionError>
            do throws(SessionError) { result = .success(try await work(self)) } catch { result = .failure(error) }
            await held.release()
            return result
        }
        return try await task.value.get()
    }
}
