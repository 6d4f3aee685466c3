public import LatchkeyAPI
internal import LatchkeyLock
public import LatchkeyPasscode

/// The account behind the session. All of these throw `.locked` while the app is.
extension SessionModel {
    /// The account's sessions, this one among them.
    public func sessions() async throws(SessionError) -> [SessionList.Session] {
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.sessions(accessToken: token)
        }.sessions
    }

    /// Ends one of the account's sessions. Throws `.api(.notFound)` when it has no session of that identifier.
    public func endSession(id: String) async throws(SessionError) {
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.endSession(id: id, accessToken: token)
        }
    }

    /// Ends all sessions of the account but this one.
    public func endOtherSessions() async throws(SessionError) {
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.endOtherSessions(accessToken: token)
        }
    }

    /// What happened on the account, newest first.
    ///
    /// - Parameters:
    ///   - before: The `next` of the previous page; nil for the newest.
    ///   - limit: The maximum number of events, 1 to 200; nil for the server's default.
    public func activity(before: String? = nil, limit: Int? = nil) async throws(SessionError) -> ActivityPage {
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.activity(before: before, limit: limit, accessToken: token)
        }
    }

    /// Deletes the account on the server, and then the vault here with all that it sealed, as signing out does. Ask the
    /// person first.
    ///
    /// Throws when it was not done. If the connection was lost, the account may be deleted all the same: then the
    /// session has ended, and signing out erases what is left here.
    ///
    /// - Parameter passcode: The account's, when it has one: without it `.api(.invalidRequest)` is thrown.
    public func deleteAccount(confirming passcode: Passcode? = nil) async throws(SessionError) {
        // The server checks one passcode of a session at a time.
        _ = await confirmation?.value
        try await perform { [api = auth.api] token async throws(APIError) in
            try await api.deleteAccount(currentPasscode: passcode?.digits, accessToken: token)
        }
        if let error = await signOut() { throw error }
    }
}
