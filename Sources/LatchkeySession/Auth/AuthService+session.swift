internal import LatchkeyAPI
internal import LatchkeyCore
internal import LatchkeyLock
internal import LatchkeyPasscode

extension AuthService {
    /// A request that signs in, with the access token of the current session if it is fresh.
    typealias SignInCall =
        @Sendable (_ api: any SessionAPI, _ accessToken: String?) async throws(APIError) -> SessionResponse

    /// Signs in. The tokens stay in memory until `keep()`.
    ///
    /// Throws `.otherAccount` and ends the new session if the vault on this device belongs to another account.
    func begin(hasVault: Bool, _ call: @escaping SignInCall) async throws(SessionError) -> SessionResponse {
        try await withSessionLock { auth async throws(SessionError) in
            try await auth.beginNow(hasVault: hasVault, call)
        }
    }

    private func beginNow(hasVault: Bool, _ call: SignInCall) async throws(SessionError) -> SessionResponse {
        let own = held?.isFresh() == true ? held?.accessToken : nil
        // Read first: a record that cannot be read must neither use up the proof nor count as absent.
        let record = try await store.load()
        let response: SessionResponse
        do { response = try await call(api, own) } catch { throw .api(error) }
        if hasVault, let record, record.accountID != response.user.id {
            try? await api.logout(accessToken: response.accessToken)
            throw .otherAccount
        }
        var new = HeldSession(
            accountID: response.user.id, refreshToken: .memory(response.refreshToken), isKept: false)
        new.take(response, since: clock.stopwatch())
        held = new
        return response
    }

    /// Restores the session of the record, if it has one.
    func restore(_ record: SessionRecord) {
        guard record.sealedRefreshToken != nil else { return }
        // A newer token could not be stored yet: using the stored one again would end the session.
        if let held, held.isKept, held.accountID == record.accountID, case .memory = held.refreshToken { return }
        held = HeldSession(accountID: record.accountID, refreshToken: .sealed, isKept: true)
    }

    /// Deletes the record's session. Returns the refresh token for ``end(_:)`` if the vault is open.
    func dropStored(_ record: SessionRecord) async -> String? {
        restore(record)
        let token = try? await refreshToken()
        await dropTokens()
        return token
    }

    /// Ends a session that this device no longer has, if the server can be reached.
    func end(_ refreshToken: String) async {
        guard let response = try? await api.refresh(refreshToken: refreshToken) else { return }
        await logout(response.accessToken)
    }

    /// Assigns the vault on this device to the account, before anything is sealed in it.
    func claim(replacing isReplaceable: Bool) async throws(SessionError) {
        let accountID = try session().accountID
        let isOurs = try await store.update { record in
            if record == nil || isReplaceable && record?.accountID != accountID {
                record = SessionRecord(accountID: accountID)
            } else if isReplaceable {
                // Sealed in a vault that no longer exists.
                record?.sealedAccountID = nil
            }
            return record?.accountID == accountID
        }
        guard isOurs else { throw .otherAccount }
    }

    /// Seals the refresh token in the open vault, and from then on each new one.
    func keep(
        _ change: @escaping @Sendable (inout SessionRecord) -> Void = { _ in }
    ) async throws(SessionError) {
        try await withSessionLock { auth async throws(SessionError) in
            auth.held?.isKept = true
            try await auth.seal(change)
        }
    }

    /// Exchanges the refresh token. Returns the current account.
    func refresh() async throws(SessionError) -> SessionResponse {
        try await withSessionLock { auth async throws(SessionError) in try await auth.refreshNow() }
    }

    /// Verifies the passcode on the server. If it is no longer the account's, the tokens move to memory.
    func verify(_ passcode: Passcode) async throws(SessionError) -> SessionResponse {
        try await withSessionLock { auth async throws(SessionError) in
            do throws(SessionError) {
                return try await auth.verifyNow(passcode)
            } catch {
                if error.isAboutPasscode { await auth.holdInMemory() }
                throw error
            }
        }
    }

    /// Verifies the passcode on the server, without moving the tokens.
    func check(_ passcode: Passcode) async throws(SessionError) -> SessionResponse {
        try await withSessionLock { auth async throws(SessionError) in try await auth.verifyNow(passcode) }
    }

    private func verifyNow(_ passcode: Passcode) async throws(SessionError) -> SessionResponse {
        try await rotateNow { [api] token async throws(APIError) in
            try await api.verifyPasscode(passcode.digits, accessToken: token)
        }
    }

    /// Sets the account's passcode, or changes it if the current one is passed.
    func setPasscode(_ new: Passcode, current: Passcode?) async throws(SessionError) -> SessionResponse {
        try await withSessionLock { [api] auth async throws(SessionError) in
            try await auth.rotateNow { token async throws(APIError) in
                try await api.setPasscode(new.digits, currentPasscode: current?.digits, accessToken: token)
            }
        }
    }

    /// Moves the tokens from the vault to memory: the passcode is required before anything opens.
    func hold() async {
        // Without the lock they stay in the vault, and the user must sign in again.
        try? await withSessionLock { auth async throws(SessionError) in await auth.holdInMemory() }
    }

    /// Changes the account's settings.
    func changeSettings(_ settings: PasscodeSettingsRequest) async throws(SessionError) -> User {
        try await perform { [api] token async throws(APIError) in
            try await api.changeSettings(settings, accessToken: token)
        }
    }

    /// Discards the access token: the app was locked.
    func forgetAccess() {
        if held?.isKept == true { held?.accessToken = nil }
    }

    /// Locks the session on the server, even while the vault is locked. Returns whether the server was reached.
    func lock() async -> Bool {
        guard let token = held?.accessToken else { return false }
        forgetAccess()
        do {
            try await api.lock(accessToken: token)
            return true
        } catch {
            return false
        }
    }

    /// Discards the session. Returns the access token for `logout(_:)`.
    func leave() -> String? {
        defer { (held, sealingKey) = (nil, nil) }
        return held?.accessToken
    }

    /// Whether there are tokens.
    var isSignedIn: Bool { held != nil }

    /// Ends the session on the server, if it can be reached.
    ///
    /// - Parameter key: The server's key for the erased vault, which is deleted first.
    func logout(_ token: String, removing key: (id: [UInt8], token: String)? = nil) async {
        if let key {
            let id = SessionUnlockServer.text(key.id)
            try? await api.removeUnlockKey(id: id, token: key.token, accessToken: token)
        }
        try? await api.logout(accessToken: token)
    }

    /// Changes the record, if there is one.
    func note(_ change: @escaping @Sendable (inout SessionRecord) -> Void) async throws(SessionError) {
        try await store.update { record in
            guard var new = record else { return }
            change(&new)
            record = new
        }
    }
}

extension SessionError {
    /// Whether the server reports that the passcode is wrong or no longer valid.
    var isAboutPasscode: Bool {
        switch self {
        case .api(.incorrectPasscode), .api(.passcodeResetRequired): true
        default: false
        }
    }
}

extension Passcode {
    /// The digits for a request. Release them once it is sent.
    var digits: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}
