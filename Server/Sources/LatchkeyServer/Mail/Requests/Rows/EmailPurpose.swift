/// The purpose of an email.
enum EmailPurpose: String, Codable, Sendable {
    case signIn = "sign_in"
    case reset
    /// A notice of an account event. Its link is "this wasn't me".
    case notice
    /// Not an email: a sign-in by the provider, which the limit of an address counts.
    case providerSignIn = "provider_sign_in"
}
