/// The answer of `GET /api/auth/sign-in-ways`: how people sign in to this server.
public struct SignInMethods: Codable, Equatable, Sendable {
    /// The team's OpenID provider.
    public struct Provider: Codable, Equatable, Sendable {
        /// What a button to it says.
        public var name: String
        /// As its tokens name it.
        public var issuer: String
        /// Who an app without a login of its own is there, as a public client (RFC 6749, 2.1); nil when such an app
        /// cannot sign in.
        public var clientId: String?

        public init(name: String, issuer: String, clientId: String?) {
            (self.name, self.issuer, self.clientId) = (name, issuer, clientId)
        }
    }

    /// Whether mails sign in.
    public var mail: Bool
    /// Nil when only mails sign in.
    public var provider: Provider?

    public init(mail: Bool, provider: Provider? = nil) { (self.mail, self.provider) = (mail, provider) }
}
