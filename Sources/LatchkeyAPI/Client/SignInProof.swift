public import LatchkeyCore

/// A proof of who signs in: the link or code of an email, or a single-use token of the team's own login.
public enum SignInProof: Equatable, Sendable, RedactedSecrets {
    /// The part of an email's link after `#token=`.
    case link(token: String)
    /// An email's code of eight characters, ignoring case, spaces and hyphens, with the address of the email.
    case code(String, email: String)
    /// An ID token (OpenID Connect Core 1.0, 2) that the login has issued to the app, at most five minutes old.
    case idToken(String)
    /// An access token in the form of RFC 9068 that the login has issued to the app, at most five minutes old.
    case accessToken(String)
}
