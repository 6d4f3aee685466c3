import LatchkeyAPI

/// The new secrets of a session, for one response.
enum SessionSecrets: Sendable {
    case bearer(access: String, refresh: String)
    case cookie(String)
}

/// The secrets and data of a session, for the response.
struct SessionGrant: Sendable {
    let secrets: SessionSecrets
    let caller: Caller
    /// The account's recovery key, only for bearer sessions that verified the passcode.
    let recoveryKey: String?
    /// The remaining lifetime of the session.
    let remaining: Duration

    init(secrets: SessionSecrets, caller: Caller, recoveryKey: String? = nil) {
        self.secrets = secrets
        self.recoveryKey = recoveryKey
        self.caller = caller
        remaining = caller.session.endsAt(under: caller.rules) - caller.now
    }
}

extension APIResponse {
    /// Returns the response with a session's secrets: in the body for an app, in a cookie for a page.
    ///
    /// - Parameter language: The reader's, for an account without one.
    static func grant(_ grant: SessionGrant, in language: String) throws -> APIResponse {
        let user = grant.caller.user(in: language)
        switch grant.secrets {
        case .bearer(let access, let refresh):
            return try json(
                SessionResponse(
                    accessToken: access,
                    accessExpiresIn: min(SessionToken.accessLifetime, grant.remaining).wholeSeconds,
                    refreshToken: refresh, refreshExpiresIn: grant.remaining.wholeSeconds, user: user,
                    recoveryKey: grant.recoveryKey))
        case .cookie(let secret):
            var response = try json(CookieSessionResponse(user: user))
            response.cookie = SessionCookie.with(secret, maxAge: grant.remaining.wholeSeconds)
            return response
        }
    }
}
