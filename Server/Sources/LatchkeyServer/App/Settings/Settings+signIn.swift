import LatchkeyAPI
import LatchkeyIdentity

extension Settings {
    /// The sign-in methods, available to apps before sign-in.
    var signInWays: SignInWays {
        SignInWays(
            mail: self.isMailSignInOn,
            provider: identity.map {
                SignInWays.Provider(name: $0.name, issuer: $0.provider.issuer, clientId: $0.appClientID)
            })
    }
}
