/// A secret that a session is known by: the row in `session_tokens`. The secret itself is not stored.
struct SessionToken: Codable, Equatable, Sendable {
    enum Kind: String, Codable, Sendable {
        case access
        case refresh
        case cookie
    }

    /// SHA-256 of the secret, which has 256 random bits.
    let digest: String
    let sessionID: String
    let kind: Kind
    /// Of a refresh token: which rotation it belongs to.
    let generation: Int
    var expiresAt: Timestamp
    /// A rotated token counts for a minute more, as if its session were locked.
    var countsAsLocked: Bool

    static let accessLifetime: Duration = .minutes(15)
    static let rotatedLifetime: Duration = .seconds(60)
    /// More than a session can have at once without giving its passcode each half second: 110 access tokens of 15
    /// minutes under its ``SessionAllowance``.
    static let maximumCount = 128
    static let previousRefreshLifetime: Duration = .seconds(30)
}
