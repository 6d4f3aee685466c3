import LatchkeyAPI

/// The new secrets of a session. They leave the server once, in the answer.
enum SessionSecrets: Sendable {
    case bearer(access: String, refresh: String)
    case cookie(String)
}

/// A session's new secrets, for the answer that hands them out.
struct SessionGrant: Sendable {
    let secrets: SessionSecrets
    let user: User
    /// Only for bearer sessions that gave the passcode.
    let recoveryKey: String?
    /// How long the session lasts.
    let remaining: Duration

    init(secrets: SessionSecrets, caller: Caller, recoveryKey: String? = nil) {
        self.secrets = secrets
        self.recoveryKey = recoveryKey
        user = caller.user
        remaining = caller.session.endsAt(under: caller.rules) - caller.now
    }
}

extension APIResponse {
    /// Hands out a session's new secrets: in the body to an app, in a cookie to a page.
    static func grant(_ grant: SessionGrant) throws -> APIResponse {
        switch grant.secrets {
        case .bearer(let access, let refresh):
            return try json(
                SessionResponse(
                    accessToken: access,
                    accessExpiresIn: min(SessionToken.accessLifetime, grant.remaining).wholeSeconds,
                    refreshToken: refresh, refreshExpiresIn: grant.remaining.wholeSeconds, user: grant.user,
                    recoveryKey: grant.recoveryKey))
        case .cookie(let secret):
            var response = try json(CookieSessionResponse(user: grant.user))
            response.cookie = SessionCookie.with(secret, maxAge: grant.remaining.wholeSeconds)
            return response
        }
    }
}
