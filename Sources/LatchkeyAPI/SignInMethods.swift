/// The response of `GET /api/auth/sign-in-ways`: the server's sign-in methods.
public struct SignInMethods: Codable, Equatable, Sendable {
    /// The team's OpenID provider.
    public struct Provider: Codable, Equatable, Sendable {
        /// The provider's name for a button.
        public var name: String
        /// The issuer in its tokens.
        public var issuer: String
        /// The OAuth client ID for apps without their own login, as a public client (RFC 6749, 2.1). Nil if such apps
        /// cannot sign in.
        public var clientId: String?

        public init(name: String, issuer: String, clientId: String?) {
            (self.name, self.issuer, self.clientId) = (name, issuer, clientId)
        }
    }

    /// Whether users sign in by email.
    public var email: Bool
    /// The team's OpenID provider; nil if users sign in only by email.
    public var provider: Provider?

    public init(email: Bool, provider: Provider? = nil) { (self.email, self.provider) = (email, provider) }

    private enum CodingKeys: String, CodingKey {
        case email = "mail"
        case provider
    }
}
