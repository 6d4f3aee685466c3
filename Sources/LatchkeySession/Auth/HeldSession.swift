internal import LatchkeyAPI

/// The state of a session in memory.
struct HeldSession: Sendable {
    /// The place of the newest refresh token.
    enum RefreshToken: Sendable {
        /// In the record, sealed.
        case sealed
        /// In memory: not verified yet, or not sealed yet.
        case memory(String)
    }

    /// The time before expiry at which an access token is renewed, so that it does not expire during a call.
    static let margin = Duration.seconds(30)

    let accountID: String
    /// The access token; nil if a new one is required.
    var accessToken: String?
    /// Whether the access token is valid long enough for a call.
    var isFresh: @Sendable () -> Bool = { false }
    var refreshToken: RefreshToken
    /// Whether the refresh token belongs in the vault. If false, the session ends with the process.
    var isKept: Bool
    /// Whether the server's session is locked, according to the last response.
    var isLocked = false
    /// The team's rules, according to the last response; nil before the first.
    var policy: User.Policy?
}

extension HeldSession {
    /// Stores the access token and the policy. The closure returns the response's age.
    mutating func take(_ response: SessionResponse, since age: @escaping @Sendable () -> Duration) {
        let life = Duration.seconds(response.accessExpiresIn) - Self.margin
        accessToken = response.accessToken
        (isLocked, policy) = (response.user.locked, response.user.policy)
        isFresh = { age() < life }
    }
}
