import Foundation

extension LatchkeyClient {
    /// Returns the account, and whether the session is locked. The session may be locked.
    public func me(accessToken: String) async throws(APIError) -> User {
        try await value(of: APICall(.get, "/api/auth/me", accessToken: accessToken, .always))
    }

    /// Returns the account's sessions.
    public func sessions(accessToken: String) async throws(APIError) -> SessionList {
        try await value(of: APICall(.get, "/api/auth/sessions", accessToken: accessToken, .always))
    }

    /// Ends one of the account's sessions. Throws `notFound` if it has no such session.
    public func endSession(id: String, accessToken: String) async throws(APIError) {
        // An empty name, or one with dots, would change the path to all other sessions or to another resource.
        guard !id.isEmpty, id.unicodeScalars.allSatisfy(CharacterSet.sessionID.contains) else { throw .notFound }
        try await perform(APICall(.delete, "/api/auth/sessions/" + id, accessToken: accessToken, .unlessReceived))
    }

    /// Ends all sessions of the account except this one.
    public func endOtherSessions(accessToken: String) async throws(APIError) {
        try await perform(APICall(.delete, "/api/auth/sessions", accessToken: accessToken, .always))
    }

    /// Returns the account's activity of the last 180 days, newest first.
    ///
    /// - Parameters:
    ///   - before: The `next` of the previous page; nil for the newest page.
    ///   - limit: The maximum number of events, 1 to 200; nil for the server's default, 50.
    ///   - accessToken: The token of a session that is not locked.
    public func activity(
        before: String? = nil, limit: Int? = nil, accessToken: String
    ) async throws(APIError) -> ActivityPage {
        let query = [("before", before), ("limit", limit.map(String.init))].compactMap { name, value in
            value.map { URLQueryItem(name: name, value: $0) }
        }
        return try await value(of: APICall(.get, "/api/auth/activity", query: query, accessToken: accessToken, .always))
    }

    /// Deletes the account with all its data. Requires the current passcode if one is set.
    public func deleteAccount(currentPasscode: String? = nil, accessToken: String) async throws(APIError) {
        try await perform(
            APICall(
                .delete, "/api/auth/account", accessToken: accessToken,
                body: DeleteAccountRequest(currentPasscode: currentPasscode),
                currentPasscode == nil ? .unlessReceived : .never))
    }
}

extension CharacterSet {
    /// The characters of a session's identifier. No dot and no percent sign: `..` and `%2e%2e` must not traverse the
    /// path.
    fileprivate static let sessionID = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
}
