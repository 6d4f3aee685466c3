internal import LatchkeyAPI

/// The rules of the API, as far as tests of an app observe them.
extension MockSessionAPI {
    /// The account's recovery key: 256 bits in base64.
    private static let recoveryKey = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    func check(_ proof: SignInProof) throws(APIError) {
        switch proof {
        case .link, .idToken: break
        case .code(_, let email): if email != self.email { throw .invalidCode }
        case .accessToken: throw .invalidToken
        }
    }

    func session(_ accessToken: String) throws(APIError) -> Int {
        guard let found = sessions.first(where: { $0.value.accessTokens.contains(accessToken) }) else {
            throw .unauthenticated
        }
        return found.key
    }

    func unlockedSession(_ accessToken: String) throws(APIError) -> Int {
        let id = try session(accessToken)
        if sessions[id]?.isLocked == true { throw .locked }
        return id
    }

    /// Requires an open session, with a passcode if the team requires one.
    func readySession(_ accessToken: String) throws(APIError) -> Int {
        let id = try unlockedSession(accessToken)
        if policy.passcodeRequired, account.passcode == nil { throw .passcodeRequired }
        return id
    }

    func demand(_ passcode: String?, _ id: Int) throws(APIError) {
        guard let passcode else {
            throw .invalidRequest([
                Problem.MemberError(pointer: "/current_passcode", detail: "The current passcode is required.")
            ])
        }
        try check(passcode, id)
    }

    func check(_ passcode: String, _ id: Int) throws(APIError) {
        guard let right = account.passcode else { throw .passcodeNotSet }
        guard passcode != right else {
            sessions[id]?.failures = 0
            return
        }
        let failures = (sessions[id]?.failures ?? 0) + 1
        sessions[id]?.failures = failures
        let isLast = failures >= 10
        if isLast { sessions[id] = nil }
        throw .incorrectPasscode(attemptsRemaining: max(10 - failures, 0), retryAfter: .zero, sessionEnded: isLast)
    }

    func endOthers(_ id: Int) { sessions = sessions.filter { $0.key == id } }

    func begin(_ session: Session) throws(APIError) -> SessionResponse {
        let id = next()
        sessions[id] = session
        return try makeResponse(id)
    }

    /// Returns new tokens, which replace all earlier ones, and the recovery key.
    func unlock(_ id: Int) throws(APIError) -> SessionResponse {
        sessions[id]?.isLocked = false
        sessions[id]?.isPasscodeFresh = true
        sessions[id]?.accessTokens = []
        var response = try makeResponse(id)
        response.recoveryKey = Self.recoveryKey
        return response
    }

    /// Returns new tokens. The used refresh token stays valid until its successor is used.
    func makeResponse(_ id: Int, replacing used: String? = nil) throws(APIError) -> SessionResponse {
        let number = next()
        let (access, refresh) = ("access-\(number)", "refresh-\(number)")
        sessions[id]?.accessTokens.insert(access)
        sessions[id]?.refreshToken = refresh
        sessions[id]?.formerRefreshToken = used
        return SessionResponse(
            accessToken: access, accessExpiresIn: 900, refreshToken: refresh, refreshExpiresIn: 2_592_000,
            user: try user(id))
    }

    /// Whether the account has an enabled passcode. If the team requires a passcode, a disabled one counts as enabled.
    var isPasscodeEnabled: Bool { account.isEnabled || account.passcode != nil && policy.passcodeRequired }
    /// The effective timeout.
    var timeoutMinutes: Int { min(account.timeoutMinutes, policy.longestTimeoutMinutes) }

    func user(_ id: Int) throws(APIError) -> User {
        guard let session = sessions[id] else { throw .unauthenticated }
        return User(
            id: "account", email: email, hasPasscode: account.passcode != nil, passcodeEnabled: isPasscodeEnabled,
            passcodeTimeoutMinutes: timeoutMinutes, locked: session.isLocked, language: account.language,
            policy: policy, timeZone: account.timeZone)
    }
}
