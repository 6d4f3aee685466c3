import LatchkeyAPI
import LatchkeyIdentity

extension Settings {
    /// The sign-in methods, available to apps before sign-in.
    var signInMethods: SignInMethods {
        SignInMethods(
            email: self.isEmailSignInEnabled,
            provider: identity.map {
                SignInMethods.Provider(name: $0.name, issuer: $0.provider.issuer, clientId: $0.appClientID)
            })
    }
}
