public import LatchkeyCore

/// The tokens of a bearer session, and whose they are.
public struct SessionResponse: Codable, Equatable, Sendable, RedactedSecrets {
    /// 256 random bits, opaque.
    public var accessToken: String
    /// Seconds.
    public var accessExpiresIn: Int
    /// 256 random bits, opaque. The one before it counts for 30 seconds more, until this one is used.
    public var refreshToken: String
    /// Seconds.
    public var refreshExpiresIn: Int
    /// The account, and whether this session is locked.
    public var user: User
    /// 256 bits in base64, one an account; comes with set, verify and reset. Alone it opens nothing.
    public var recoveryKey: String?

    /// A response with tokens.
    public init(
        accessToken: String, accessExpiresIn: Int, refreshToken: String, refreshExpiresIn: Int, user: User,
        recoveryKey: String? = nil
    ) {
        (self.accessToken, self.accessExpiresIn, self.refreshToken) = (accessToken, accessExpiresIn, refreshToken)
        (self.refreshExpiresIn, self.user, self.recoveryKey) = (refreshExpiresIn, user, recoveryKey)
    }
}

/// What a page gets in the place of a ``SessionResponse``: its session is in the cookie.
public struct CookieSessionResponse: Codable, Equatable, Sendable {
    /// The account, and whether this session is locked.
    public var user: User

    /// A response without tokens.
    public init(user: User) { self.user = user }
}
