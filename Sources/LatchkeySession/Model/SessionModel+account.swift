public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

/// Calls about the session's account. They fail with `.locked` while the app is locked.
extension SessionModel {
    /// Returns the account's sessions, including this one.
    public func sessions() async throws(SessionError) -> [SessionList.Session] {
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.sessions(accessToken: token)
        }.sessions
    }

    /// Ends one of the account's sessions. Throws `.api(.notFound)` if it has no session with this identifier.
    public func endSession(id: String) async throws(SessionError) {
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.endSession(id: id, accessToken: token)
        }
    }

    /// Ends all sessions of the account except this one.
    public func endOtherSessions() async throws(SessionError) {
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.endOtherSessions(accessToken: token)
        }
    }

    /// Returns the account's devices whose vault requires the server, oldest first.
    public func devices() async throws(SessionError) -> [UnlockKeyList.UnlockKey] {
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.unlockKeys(accessToken: token)
        }.unlockKeys
    }

    /// Shuts a lost device: no passcode opens its vault any more. The outcome is `.failed(.api(.notFound))` if the
    /// account has no device with this identifier.
    ///
    /// - Parameters:
    ///   - id: The device's identifier.
    ///   - passcode: The account's passcode. A wrong one counts as a failure.
    public func shutDevice(id: String, confirming passcode: Passcode) async -> PasscodeChangeOutcome {
        // The server verifies one passcode of a session at a time.
        _ = await confirmation?.value
        do throws(SessionError) {
            try await perform { [api = auth.api] token async throws(APIError) in
                try await api.shutDevice(id: id, currentPasscode: passcode.digits, accessToken: token)
            }
            return .done
        } catch {
            return PasscodeChangeOutcome(error, now: lock.vault.now)
        }
    }

    /// Returns the account's activity, newest first.
    ///
    /// - Parameters:
    ///   - before: The `next` of the previous page; nil for the newest.
    ///   - limit: The maximum number of events, 1 to 200; nil for the server's default.
    public func activity(before: String? = nil, limit: Int? = nil) async throws(SessionError) -> ActivityPage {
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.activity(before: before, limit: limit, accessToken: token)
        }
    }

    /// Deletes the account on the server, and then erases the vault on this device, as signing out does. Ask the user
    /// for confirmation first.
    ///
    /// Throws if the account was not deleted. If the connection was lost, it may have been: the session has then ended,
    /// and signing out erases the vault.
    ///
    /// - Parameter passcode: The account's passcode, if it has one: without it `.api(.invalidRequest)` is thrown.
    public func deleteAccount(confirming passcode: Passcode? = nil) async throws(SessionError) {
        // The server verifies one passcode of a session at a time.
        _ = await confirmation?.value
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.deleteAccount(currentPasscode: passcode?.digits, accessToken: token)
        }
        if let error = await signOut() { throw error }
    }
}
