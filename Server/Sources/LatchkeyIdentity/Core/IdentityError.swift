/// The reason why a sign-in with the provider failed. No case contains a part of a token, a code or a secret.
package enum IdentityError: Error, Equatable, Sendable {
    /// The token or redirect is invalid: 401, or an error page.
    case rejected(Reason)
    /// The provider did not respond, or not as the standards require: 503. The token was not verified.
    case unavailable(Outage)
}
