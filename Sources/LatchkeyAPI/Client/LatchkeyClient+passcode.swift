extension LatchkeyClient {
    /// Sets the account's passcode, or changes it if the current one is passed. Other sessions end.
    ///
    /// - Returns: New tokens and the recovery key; the session is unlocked.
    public func setPasscode(
        _ passcode: String, currentPasscode: String? = nil, accessToken: String
    ) async throws(APIError) -> SessionResponse {
        let body = SetPasscodeRequest(passcode: passcode, currentPasscode: currentPasscode)
        return try await value(
            of: APICall(.post, "/api/auth/set-passcode", accessToken: accessToken, body: body, .never))
    }

    /// Verifies the passcode. A wrong one counts as a failure and throws `incorrectPasscode`.
    ///
    /// - Returns: New tokens and the recovery key; the session is unlocked.
    public func verifyPasscode(_ passcode: String, accessToken: String) async throws(APIError) -> SessionResponse {
        let body = VerifyPasscodeRequest(passcode: passcode)
        return try await value(
            of: APICall(.post, "/api/auth/verify-passcode", accessToken: accessToken, body: body, .never))
    }

    /// Locks the session, so that only the passcode opens it. Throws `passcodeNotSet` without an enabled passcode.
    public func lock(accessToken: String) async throws(APIError) {
        try await perform(APICall(.post, "/api/auth/lock", accessToken: accessToken, .always))
    }

    /// Changes the settings that are not nil. Returns the account.
    public func changeSettings(
        _ settings: PasscodeSettingsRequest, accessToken: String
    ) async throws(APIError) -> User {
        try await value(
            of: APICall(
                .patch, "/api/auth/passcode-settings", accessToken: accessToken, body: settings,
                settings.currentPasscode == nil ? .unlessReceived : .never))
    }

    /// Requests an email for a new passcode. Succeeds for every address; no email is sent if the account has no
    /// passcode.
    public func requestPasscodeReset(email: String) async throws(APIError) {
        try await perform(
            APICall(.post, "/api/auth/reset-passcode-request", body: EmailRequest(email: email), .unlessReceived),
            status: 202)
    }

    /// Requests an email for a new passcode of a session's account. The session may be locked.
    public func requestPasscodeReset(accessToken: String) async throws(APIError) {
        try await perform(
            APICall(.post, "/api/auth/reset-passcode-request", accessToken: accessToken, .unlessReceived), status: 202)
    }

    /// Sets a new passcode with a proof. All other sessions of the account end.
    ///
    /// - Returns: New tokens and the recovery key if the access token belongs to a session of that account. Otherwise
    ///   nil, and there is no session.
    public func resetPasscode(
        with proof: SignInProof, newPasscode: String, accessToken: String? = nil
    ) async throws(APIError) -> SessionResponse? {
        let response: ResetResponse = try await value(
            of: APICall(
                .post, "/api/auth/reset-passcode", accessToken: accessToken,
                body: ResetPasscodeRequest(proof, newPasscode: newPasscode), .never))
        return response.session
    }

    /// Sets a new passcode and signs in, with the link or code of the email, or with a token of the team's own login.
    /// All other sessions of the account end.
    ///
    /// Throws `invalidToken` if the login did not authenticate the user within five minutes (its request requires that
    /// with `max_age=0`), or the user has no passcode. Throws `temporarilyUnavailable` if the login does not respond to
    /// the server.
    ///
    /// - Parameters:
    ///   - proof: A new proof: it is single-use.
    ///   - newPasscode: Six digits.
    ///   - deviceName: At most 40 printable characters, for the list of sessions.
    ///   - accessToken: The token of a session to keep. If it belongs to another account, a new session begins.
    /// - Returns: An unlocked session and the recovery key.
    public func resetPasscodeAndSignIn(
        with proof: SignInProof, newPasscode: String, deviceName: String? = nil, accessToken: String? = nil
    ) async throws(APIError) -> SessionResponse {
        var body = ResetPasscodeRequest(proof, newPasscode: newPasscode)
        (body.transport, body.deviceName) = (.bearer, deviceName)
        return try await value(
            of: APICall(.post, "/api/auth/reset-passcode", accessToken: accessToken, body: body, .never))
    }
}

extension ResetPasscodeRequest {
    fileprivate init(_ proof: SignInProof, newPasscode: String) {
        self.init(newPasscode: newPasscode)
        switch proof {
        case .link(let token): self.token = token
        case .code(let code, let email): (self.code, self.email) = (code, email)
        case .idToken(let token): (subjectToken, subjectTokenType) = (token, .idToken)
        case .accessToken(let token): (subjectToken, subjectTokenType) = (token, .accessToken)
        }
    }
}

/// The response of a reset: `{}` or a session.
private struct ResetResponse: Decodable {
    let session: SessionResponse?

    private enum CodingKeys: CodingKey { case accessToken, refreshToken }

    init(from decoder: any Decoder) throws {
        // A partial session is malformed, not absent.
        let isEmpty = try decoder.container(keyedBy: CodingKeys.self).allKeys.isEmpty
        session = isEmpty ? nil : try SessionResponse(from: decoder)
    }
}
