/// The response of `POST /api/auth/introspect` (RFC 7662, 2.2): the state of a token for a backend.
public struct TokenIntrospection: Codable, Equatable, Sendable {
    /// The ``contextClass`` of a session whose passcode was verified.
    public static let passcode = "urn:latchkey:passcode"

    /// The identity of an account at the team's provider (RFC 9493, 3.2.4).
    public struct ProviderSubject: Codable, Equatable, Sendable {
        /// The format of the identifier, always `iss_sub`.
        public var format = "iss_sub"
        /// The issuer in the provider's tokens.
        public var issuer: String
        /// The subject in the provider's tokens.
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

    /// Whether the token is usable now: its session has not ended, is not locked, and has a passcode if the team
    /// requires one.
    public var active: Bool
    /// Whether the session is locked; nil without a session.
    public var locked: Bool?
    /// True if the team requires a passcode and none is set; otherwise nil.
    public var passcodeRequired: Bool?
    /// The account's identifier, which never changes; nil if the token is not usable now.
    public var userID: String?
    /// The account's email address in lower case.
    public var email: String?
    /// ``passcode`` if the passcode was verified and is enabled; nil for a session that was signed in by email only.
    public var contextClass: String?
    /// The time when the passcode was verified, in seconds since 1970.
    public var authenticationTime: Int64?
    /// The time when the token expires, in seconds since 1970.
    public var expirationTime: Int64?
    /// The account's identity at the team's provider; nil for an account that signed in by email only.
    public var identity: ProviderSubject?

    /// Creates a response.
    ///
    /// - Parameters: As the properties. Nil values are omitted from the response.
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
