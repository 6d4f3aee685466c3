import Foundation

extension LatchkeyClient {
    /// Returns the server's sign-in methods.
    public func signInMethods() async throws(APIError) -> SignInMethods {
        try await value(of: APICall(.get, "/api/auth/sign-in-ways", .always))
    }

    /// Requests an email with a link and a code for signing in. Succeeds for every address, known or not, even over the
    /// limit, when no email is sent.
    public func requestMagicLink(email: String) async throws(APIError) {
        try await perform(
            APICall(.post, "/api/auth/magic-link", body: EmailRequest(email: email), .unlessReceived), status: 202)
    }

    /// Signs in with the link or code of an email, or with a token of the team's own login, if the server supports it.
    ///
    /// Throws `invalidCode` or `invalidToken` if the server rejects the proof, and `temporarilyUnavailable` if the
    /// login does not respond to the server.
    ///
    /// - Parameters:
    ///   - proof: A new proof: it is single-use.
    ///   - deviceName: At most 40 printable characters, for the list of sessions.
    /// - Returns: A session, locked if the account has an enabled passcode.
    public func signIn(with proof: SignInProof, deviceName: String? = nil) async throws(APIError) -> SessionResponse {
        let zone = timeZone.identifier
        switch proof {
        case .link(let token):
            let body = MagicLinkVerifyRequest(token: token, deviceName: deviceName, timeZone: zone)
            return try await signIn("/api/auth/magic-link/verify", body)
        case .code(let code, let email):
            let body = MagicLinkVerifyRequest(email: email, code: code, deviceName: deviceName, timeZone: zone)
            return try await signIn("/api/auth/magic-link/verify", body)
        case .idToken(let token):
            let body = TokenSignInRequest(
                subjectToken: token, subjectTokenType: .idToken, deviceName: deviceName, timeZone: zone)
            return try await signIn("/api/auth/token-sign-in", body)
        case .accessToken(let token):
            let body = TokenSignInRequest(
                subjectToken: token, subjectTokenType: .accessToken, deviceName: deviceName, timeZone: zone)
            return try await signIn("/api/auth/token-sign-in", body)
        }
    }

    private func signIn(_ path: String, _ body: some Encodable) async throws(APIError) -> SessionResponse {
        try await value(of: APICall(.post, path, body: body, .unlessReceived))
    }

    /// Exchanges a refresh token for new tokens. Store the new refresh token before you discard the old one.
    ///
    /// Throws `unauthenticated` if the session has ended.
    public func refresh(refreshToken: String) async throws(APIError) -> SessionResponse {
        let body = RefreshRequest(refreshToken: refreshToken)
        return try await value(of: APICall(.post, "/api/auth/refresh", body: body, .refresh))
    }

    /// Ends the session. Succeeds even if it has already ended.
    public func logout(accessToken: String) async throws(APIError) {
        try await perform(APICall(.post, "/api/auth/logout", accessToken: accessToken, .always))
    }

    /// Reports "this wasn't me" with the token of a notice: ends all sessions of the account.
    public func disown(token: String) async throws(APIError) {
        try await perform(APICall(.post, "/api/auth/disown", body: DisownRequest(token: token), .unlessReceived))
    }
}
