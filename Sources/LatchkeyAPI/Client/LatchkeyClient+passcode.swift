extension LatchkeyClient {
    /// Sets the account's passcode, or changes it when the current one is given. Other sessions end.
    ///
    /// - Returns: New tokens and the recovery key; the session is unlocked.
    public func setPasscode(
        _ passcode: String, currentPasscode: String? = nil, accessToken: String
    ) async throws(APIError) -> SessionResponse {
        let body = SetPasscodeRequest(passcode: passcode, currentPasscode: currentPasscode)
        return try await value(
            of: APICall(.post, "/api/auth/set-passcode", accessToken: accessToken, body: body, .never))
    }

    /// Gives the passcode. A wrong one throws `incorrectPasscode` and is counted.
    ///
    /// - Returns: New tokens and the recovery key; the session is unlocked.
    public func verifyPasscode(_ passcode: String, accessToken: String) async throws(APIError) -> SessionResponse {
        let body = VerifyPasscodeRequest(passcode: passcode)
        return try await value(
            of: APICall(.post, "/api/auth/verify-passcode", accessToken: accessToken, body: body, .never))
    }

    /// Locks the session: then only the passcode opens it. Throws `passcodeNotSet` without an enabled passcode.
    public func lock(accessToken: String) async throws(APIError) {
        try await perform(APICall(.post, "/api/auth/lock", accessToken: accessToken, .always))
    }

    /// Changes what is given and leaves the rest. Returns the account as it then is.
    public func changeSettings(
        _ settings: PasscodeSettingsRequest, accessToken: String
    ) async throws(APIError) -> User {
        try await value(
            of: APICall(
                .patch, "/api/auth/passcode-settings", accessToken: accessToken, body: settings,
                settings.currentPasscode == nil ? .unlessReceived : .never))
    }

    /// Requests a mail for choosing a new passcode. Succeeds for every address; no mail is sent when the
    /// account has no passcode.
    public func requestPasscodeReset(email: String) async throws(APIError) {
        try await perform(
            APICall(.post, "/api/auth/reset-passcode-request", body: EmailRequest(email: email), .unlessReceived),
            status: 202)
    }

    /// Requests that mail for the account of a session, which may be locked.
    public func requestPasscodeReset(accessToken: String) async throws(APIError) {
        try await perform(
            APICall(.post, "/api/auth/reset-passcode-request", accessToken: accessToken, .unlessReceived), status: 202)
    }

    /// Sets a new passcode with the link or code of the mail. All other sessions of the account end.
    ///
    /// - Returns: New tokens and the recovery key when the access token belongs to a session of that account; otherwise
    ///   nil, and there is no session.
    public func resetPasscode(
        with proof: MailedProof, newPasscode: String, accessToken: String? = nil
    ) async throws(APIError) -> SessionResponse? {
        let body = ResetPasscodeRequest(
            token: proof.token, email: proof.email, code: proof.code, newPasscode: newPasscode)
        let answer: ResetAnswer = try await value(
            of: APICall(.post, "/api/auth/reset-passcode", accessToken: accessToken, body: body, .never))
        return answer.session
    }

    /// Sets a new passcode and signs in, with the link or code of the mail. All other sessions of the account end.
    ///
    /// - Parameters:
    ///   - proof: The link's token, or the code.
    ///   - newPasscode: Six digits.
    ///   - deviceName: At most 40 printable characters, for the list of sessions.
    ///   - accessToken: The token of a session to keep. If it belongs to another account, a new session begins.
    /// - Returns: An unlocked session and the recovery key.
    public func resetPasscodeAndSignIn(
        with proof: MailedProof, newPasscode: String, deviceName: String? = nil, accessToken: String? = nil
    ) async throws(APIError) -> SessionResponse {
        let body = ResetPasscodeRequest(
            token: proof.token, email: proof.email, code: proof.code, newPasscode: newPasscode, transport: .bearer,
            deviceName: deviceName)
        return try await value(
            of: APICall(.post, "/api/auth/reset-passcode", accessToken: accessToken, body: body, .never))
    }

    /// Sets a new passcode and signs in, with a token of the team's own login that stands for the mail. All other
    /// sessions of the account end.
    ///
    /// Throws `invalidToken` when the login has not asked the person within five minutes (`max_age=0` in its request
    /// has it ask), or the person has no passcode here, and `temporarilyUnavailable` when it does not answer the
    /// server.
    ///
    /// - Parameters:
    ///   - token: A new one: it counts once.
    ///   - newPasscode: Six digits.
    ///   - deviceName: At most 40 printable characters, for the list of sessions.
    ///   - accessToken: The token of a session to keep. If it belongs to another account, a new session begins.
    /// - Returns: An unlocked session and the recovery key.
    public func resetPasscodeAndSignIn(
        with token: SubjectToken, newPasscode: String, deviceName: String? = nil, accessToken: String? = nil
    ) async throws(APIError) -> SessionResponse {
        let parts = token.request
        let body = ResetPasscodeRequest(
            subjectToken: parts.subjectToken, subjectTokenType: parts.subjectTokenType, newPasscode: newPasscode,
            transport: .bearer, deviceName: deviceName)
        return try await value(
            of: APICall(.post, "/api/auth/reset-passcode", accessToken: accessToken, body: body, .never))
    }
}

/// `{}`, or a session.
private struct ResetAnswer: Decodable {
    let session: SessionResponse?

    private enum CodingKeys: CodingKey { case accessToken, refreshToken }

    init(from decoder: any Decoder) throws {
        // Half a session is malformed, not none.
        let isEmpty = try decoder.container(keyedBy: CodingKeys.self).allKeys.isEmpty
        session = isEmpty ? nil : try SessionResponse(from: decoder)
    }
}
