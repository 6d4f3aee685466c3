import LatchkeyCore
import LatchkeyIdentity

/// The settings of the team's OpenID provider.
struct IdentitySettings: Sendable, RedactedSecrets {
    let provider: IdentityProvider
    /// The label of its sign-in button.
    let name: String
    /// Whether pages offer sign-in with the provider.
    let signsInPages: Bool
    /// Whether tokens of apps are accepted.
    let signsInApps: Bool
    /// The OAuth client ID of apps without their own login, or nil.
    let appClientID: String?

    var issuer: String { provider.issuer }
    /// The issuer if its tokens decide on roles; nil if they do not.
    var administratorIssuer: String? { provider.administrators == nil ? nil : issuer }
}
