/// The answer of `POST /api/auth/introspect` (RFC 7662, 2.2): what a backend may know about a token.
public struct TokenIntrospection: Codable, Equatable, Sendable {
    /// The ``contextClass`` of a session whose passcode was given.
    public static let passcode = "urn:latchkey:passcode"

    /// Whether the token may open anything now: its session has not ended and is not locked.
    public var active: Bool
    /// Whether the session is locked; nil when there is none.
    public var locked: Bool?
    /// The account's id.
    public var userID: String?
    /// The account's address, lower-cased.
    public var email: String?
    /// ``passcode`` when the passcode was given and is on; nil for a session that mail alone has signed in.
    public var contextClass: String?
    /// When the passcode was given, in seconds since 1970.
    public var authenticationTime: Int64?
    /// When the token ends, in seconds since 1970.
    public var expirationTime: Int64?

    /// - Parameters: As the properties; those that are nil are left out of the answer.
    public init(
        active: Bool = false, locked: Bool? = nil, userID: String? = nil, email: String? = nil,
        contextClass: String? = nil, authenticationTime: Int64? = nil, expirationTime: Int64? = nil
    ) {
        (self.active, self.locked) = (active, locked)
        (self.userID, self.email) = (userID, email)
        self.contextClass = contextClass
        (self.authenticationTime, self.expirationTime) = (authenticationTime, expirationTime)
    }

    private enum CodingKeys: String, CodingKey {
        case active, locked, email
        case userID = "sub"
        case contextClass = "acr"
        case authenticationTime = "authTime"
        case expirationTime = "exp"
    }
}
