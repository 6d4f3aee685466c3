/// What the provider shows (OpenID Connect Core 1.0, 3.1.2.1).
package enum AuthorizationPrompt: String, CaseIterable, Sendable {
    /// Nothing: who is not signed in there comes back with ``IdentityError/ProviderRefusal/loginRequired``.
    case none
    /// The person is asked for its login again.
    case login
    case consent
    case selectAccount = "select_account"
}
