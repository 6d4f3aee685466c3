import Foundation

extension LatchkeyClient {
    /// The account, and whether the session is locked. Works while it is.
    public func me(accessToken: String) async throws(APIError) -> User {
        try await value(of: APICall(.get, "/api/auth/me", accessToken: accessToken, .always))
    }

    /// The account's sessions.
    public func sessions(accessToken: String) async throws(APIError) -> SessionList {
        try await value(of: APICall(.get, "/api/auth/sessions", accessToken: accessToken, .always))
    }

    /// Ends one of the account's sessions. Throws `notFound` when it has no such session.
    public func endSession(id: String, accessToken: String) async throws(APIError) {
        // Without a name, or with dots for one, the path would mean all other sessions, or something else.
        guard !id.isEmpty, id.unicodeScalars.allSatisfy(CharacterSet.sessionID.contains) else { throw .notFound }
        try await perform(APICall(.delete, "/api/auth/sessions/" + id, accessToken: accessToken, .unlessReceived))
    }

    /// Ends all sessions of the account but this one.
    public func endOtherSessions(accessToken: String) async throws(APIError) {
        try await perform(APICall(.delete, "/api/auth/sessions", accessToken: accessToken, .always))
    }

    /// What happened on the account in the last 180 days, newest first.
    ///
    /// - Parameters:
    ///   - before: The `next` of the previous page; nil for the newest.
    ///   - limit: The maximum number of events, 1 to 200; nil for the server's default, 50.
    ///   - accessToken: Of a session that is not locked.
    public func activity(
        before: String? = nil, limit: Int? = nil, accessToken: String
    ) async throws(APIError) -> ActivityPage {
        let query = [("before", before), ("limit", limit.map(String.init))].compactMap { name, value in
            value.map { URLQueryItem(name: name, value: $0) }
        }
        return try await value(of: APICall(.get, "/api/auth/activity", query: query, accessToken: accessToken, .always))
    }

    /// Removes the account and all of it. Give the current passcode when one is set.
    public func deleteAccount(currentPasscode: String? = nil, accessToken: String) async throws(APIError) {
        try await perform(
            APICall(
                .delete, "/api/auth/account", accessToken: accessToken,
                body: DeleteAccountRequest(currentPasscode: currentPasscode),
                currentPasscode == nil ? .unlessReceived : .never))
    }
}

extension CharacterSet {
    /// No dot and no percent sign: `..` and `%2e%2e` must not become a step up.
    fileprivate static let sessionID = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
}
