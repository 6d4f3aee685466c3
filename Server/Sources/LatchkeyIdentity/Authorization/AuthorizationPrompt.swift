/// The `prompt` of an authorization request (OpenID Connect Core 1.0, 3.1.2.1).
package enum AuthorizationPrompt: String, CaseIterable, Sendable {
    /// No user interface. Without a login, the provider returns ``IdentityError/ProviderRejection/loginRequired``.
    case none
    /// The user must log in again.
    case login
    case consent
    case selectAccount = "select_account"
}
