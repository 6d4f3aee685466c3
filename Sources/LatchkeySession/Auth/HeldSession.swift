internal import LatchkeyAPI

/// What is in memory of a session.
struct HeldSession: Sendable {
    /// Where the newest refresh token is.
    enum RefreshToken: Sendable {
        /// In the record, sealed.
        case sealed
        /// In memory: not verified yet, or not sealed yet.
        case memory(String)
    }

    /// How long before its end an access token is renewed: a call under way must not outlive it.
    static let margin = Duration.seconds(30)

    let accountID: String
    /// Nil when it has to be had anew.
    var accessToken: String?
    /// Whether the access token will still do for a call.
    var isFresh: @Sendable () -> Bool = { false }
    var refreshToken: RefreshToken
    /// Whether the refresh token belongs into the vault; until then the session ends with the process.
    var isKept: Bool
}

extension HeldSession {
    /// Takes the access token, given what tells its age.
    mutating func take(_ response: SessionResponse, since age: @escaping @Sendable () -> Duration) {
        let life = Duration.seconds(response.accessExpiresIn) - Self.margin
        accessToken = response.accessToken
        isFresh = { age() < life }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns what tells the time since now.
    func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
