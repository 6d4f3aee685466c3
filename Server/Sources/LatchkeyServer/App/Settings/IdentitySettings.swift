import LatchkeyCore
import LatchkeyIdentity

/// The OpenID provider that signs in the team.
struct IdentitySettings: Sendable, RedactedSecrets {
    let provider: IdentityProvider
    /// What the button to it says.
    let name: String
    /// Whether pages may send a browser to it.
    let signsInPages: Bool
    /// Whether tokens of apps count.
    let signsInApps: Bool
    /// Who an app without a login of its own is to the provider; nil where there is no such client.
    let appClientID: String?

    var issuer: String { provider.issuer }
}
