/// By whom a session was signed in, where it was the team's provider: the row in `provider_sessions`.
struct ProviderSession: Codable, Equatable, Sendable {
    let sessionID: String
    let issuer: String
    let subject: String
    /// SHA-256 of the provider's name of its own session, by which it may end this one; nil where it gave none.
    let sidDigest: String?
    /// The address that the provider has verified, where the account has another one and the session was locked: it
    /// becomes the account's when the passcode is given. Nil otherwise.
    let pendingEmail: String?

    var identity: AccountIdentity { AccountIdentity(issuer: issuer, subject: subject) }
}
