extension LatchkeyClient {
    /// How people sign in to this server.
    public func signInMethods() async throws(APIError) -> SignInMethods {
        try await value(of: APICall(.get, "/api/auth/sign-in-ways", .always))
    }

    /// Requests a mail with a link and a code for signing in. Succeeds for every address, known or not, also when too
    /// many mails were requested and none is sent.
    public func requestMagicLink(email: String) async throws(APIError) {
        try await perform(
            APICall(.post, "/api/auth/magic-link", body: EmailRequest(email: email), .unlessReceived), status: 202)
    }

    /// Signs in with the link or code of the mail.
    ///
    /// - Parameters:
    ///   - proof: The link's token, or the code.
    ///   - deviceName: At most 40 printable characters, for the list of sessions.
    /// - Returns: A session, locked when the account has an enabled passcode.
    public func signIn(with proof: MailedProof, deviceName: String? = nil) async throws(APIError) -> SessionResponse {
        let body = MagicLinkVerifyRequest(
            token: proof.token, email: proof.email, code: proof.code, deviceName: deviceName)
        return try await value(of: APICall(.post, "/api/auth/magic-link/verify", body: body, .unlessReceived))
    }

    /// Signs in with a token of the team's own login, where the server knows that login.
    ///
    /// Throws `invalidToken` when the token signs no one in, and `temporarilyUnavailable` when the login does not
    /// answer the server.
    ///
    /// - Parameters:
    ///   - token: A new one: it counts once.
    ///   - deviceName: At most 40 printable characters, for the list of sessions.
    /// - Returns: A session, locked when the account has an enabled passcode.
    public func signIn(with token: SubjectToken, deviceName: String? = nil) async throws(APIError) -> SessionResponse {
        var body = token.request
        body.deviceName = deviceName
        return try await value(of: APICall(.post, "/api/auth/token-sign-in", body: body, .unlessReceived))
    }

    /// Trades a refresh token for new tokens. Store the new one before the old is let go.
    ///
    /// Throws `unauthenticated` when the session has ended.
    public func refresh(refreshToken: String) async throws(APIError) -> SessionResponse {
        let body = RefreshRequest(refreshToken: refreshToken)
        return try await value(of: APICall(.post, "/api/auth/refresh", body: body, .refresh))
    }

    /// Ends the session; succeeds also when it has ended before.
    public func logout(accessToken: String) async throws(APIError) {
        try await perform(APICall(.post, "/api/auth/logout", accessToken: accessToken, .always))
    }

    /// Says "this wasn't me" with the token of a notice: ends all sessions of the account.
    public func disown(token: String) async throws(APIError) {
        try await perform(APICall(.post, "/api/auth/disown", body: DisownRequest(token: token), .unlessReceived))
    }
}
