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

    /// How long before it expires an access token is renewed: it must not expire during a call.
    static let margin = Duration.seconds(30)

    let accountID: String
    /// Nil when a new one is needed.
    var accessToken: String?
    /// Whether the access token is valid long enough for a call.
    var isFresh: @Sendable () -> Bool = { false }
    var refreshToken: RefreshToken
    /// Whether the refresh token is to be kept in the vault; until then the session ends with the process.
    var isKept: Bool
    /// Whether the server's session is locked, as the last response says.
    var isLocked = false
    /// What the team decided, as the last response says; nil before the first.
    var policy: User.Policy?
}

extension HeldSession {
    /// Takes over the access token and the policy. The closure returns its age.
    mutating func take(_ response: SessionResponse, since age: @escaping @Sendable () -> Duration) {
        let life = Duration.seconds(response.accessExpiresIn) - Self.margin
        accessToken = response.accessToken
        (isLocked, policy) = (response.user.locked, response.user.policy)
        isFresh = { age() < life }
    }
}
