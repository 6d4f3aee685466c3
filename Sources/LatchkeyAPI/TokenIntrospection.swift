/// The answer of `POST /api/auth/introspect` (RFC 7662, 2.2): what a backend may know about a token.
public struct TokenIntrospection: Codable, Equatable, Sendable {
    /// The ``contextClass`` of a session whose passcode was given.
    public static let passcode = "urn:latchkey:passcode"

    /// Who an account is to the team's provider (RFC 9493, 3.2.4).
    public struct ProviderSubject: Codable, Equatable, Sendable {
        /// Always `iss_sub`.
        public var format = "iss_sub"
        /// The provider, as its tokens name it.
        public var issuer: String
        /// The person, as the provider's tokens name it.
        public var subject: String

        public init(issuer: String, subject: String) {
            (self.issuer, self.subject) = (issuer, subject)
        }

        private enum CodingKeys: String, CodingKey {
            case format
            case issuer = "iss"
            case subject = "sub"
        }
    }

    /// Whether the token may open anything now: its session has not ended, is not locked, and has a passcode where the
    /// team requires one.
    public var active: Bool
    /// Whether the session is locked; nil when there is none.
    public var locked: Bool?
    /// True where the team requires a passcode and none is set; otherwise nil.
    public var passcodeRequired: Bool?
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
    /// Who the account is to the team's provider; nil for one that mail alone has signed in.
    public var identity: ProviderSubject?

    /// - Parameters: As the properties; those that are nil are left out of the answer.
    public init(
        active: Bool = false, locked: Bool? = nil, passcodeRequired: Bool? = nil, userID: String? = nil,
        email: String? = nil, contextClass: String? = nil, authenticationTime: Int64? = nil,
        expirationTime: Int64? = nil,
        identity: ProviderSubject? = nil
    ) {
        (self.active, self.locked, self.passcodeRequired) = (active, locked, passcodeRequired)
        (self.userID, self.email) = (userID, email)
        self.contextClass = contextClass
        (self.authenticationTime, self.expirationTime) = (authenticationTime, expirationTime)
        self.identity = identity
    }

    private enum CodingKeys: String, CodingKey {
        case active, locked, passcodeRequired, email
        case userID = "sub"
        case contextClass = "acr"
        case authenticationTime = "authTime"
        case expirationTime = "exp"
        case identity = "issSub"
    }
}
