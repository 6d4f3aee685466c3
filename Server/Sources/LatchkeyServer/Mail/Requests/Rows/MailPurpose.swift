/// The purpose of a mail.
enum MailPurpose: String, Codable, Sendable {
    case signIn = "sign_in"
    case reset
    /// A notice of an event on the account. Its link is "this wasn't me".
    case notice
    /// No mail: a sign-in by the provider, which the limit for an address counts.
    case providerSignIn = "provider_sign_in"
}
