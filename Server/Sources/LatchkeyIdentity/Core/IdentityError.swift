/// Why a sign-in by the provider gave nothing. No case holds a part of a token, a code or a secret.
package enum IdentityError: Error, Equatable, Sendable {
    /// What was given proves nothing: 401, or a page that says so.
    case refused(Reason)
    /// The provider did not answer, or not as the standards say: 503, and nothing is known of the token.
    case unavailable(Outage)
}
