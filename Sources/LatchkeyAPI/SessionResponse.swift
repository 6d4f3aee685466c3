public import LatchkeyCore

/// The tokens of a bearer session, with its account.
public struct SessionResponse: Codable, Equatable, Sendable, RedactedSecrets {
    /// The access token: 256 random bits, opaque.
    public var accessToken: String
    /// The lifetime of the access token in seconds.
    public var accessExpiresIn: Int
    /// The refresh token: 256 random bits, opaque. The previous one stays valid for 30 seconds, or until this one is
    /// used.
    public var refreshToken: String
    /// The lifetime of the refresh token in seconds.
    public var refreshExpiresIn: Int
    /// The account, and whether this session is locked.
    public var user: User
    /// The account's recovery key: 256 bits in base64, present after set, verify and reset. Alone it opens nothing.
    public var recoveryKey: String?

    /// Creates a response with tokens.
    public init(
        accessToken: String, accessExpiresIn: Int, refreshToken: String, refreshExpiresIn: Int, user: User,
        recoveryKey: String? = nil
    ) {
        (self.accessToken, self.accessExpiresIn, self.refreshToken) = (accessToken, accessExpiresIn, refreshToken)
        (self.refreshExpiresIn, self.user, self.recoveryKey) = (refreshExpiresIn, user, recoveryKey)
    }
}

/// The response for a page instead of a ``SessionResponse``: its session is in the cookie.
public struct CookieSessionResponse: Codable, Equatable, Sendable {
    /// The account, and whether this session is locked.
    public var user: User

    /// Creates a response without tokens.
    public init(user: User) { self.user = user }
}
