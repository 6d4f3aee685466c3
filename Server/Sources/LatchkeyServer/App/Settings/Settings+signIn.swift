import LatchkeyAPI
import LatchkeyIdentity

extension Settings {
    /// What an app can know of signing in before anyone has signed in.
    var signInWays: SignInWays {
        SignInWays(
            mail: self.isMailSignInOn,
            provider: identity.map {
                SignInWays.Provider(name: $0.name, issuer: $0.provider.issuer, clientId: $0.appClientID)
            })
    }
}
