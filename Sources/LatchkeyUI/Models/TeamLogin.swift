public import LatchkeyAPI

/// A team's own login, offered in addition to email.
///
/// ```swift
/// SessionView(session) { TicketsView() }
///     .teamLogin(TeamLogin(name: "Desk") { try await desk.idToken(reauthenticates: $0) })
/// ```
public struct TeamLogin: Sendable {
    /// The login's name, shown on its button after "Continue with".
    public let name: String
    /// Signs the user in at the login, and returns a new ID token or access token; nil if the user cancels.
    ///
    /// With `true` the login must authenticate the user again, because the sign-in replaces a reset's email. An OpenID
    /// provider does so with `max_age=0`.
    public let token: @MainActor @Sendable (_ reauthenticates: Bool) async throws -> SignInProof?

    /// Creates the team's login.
    ///
    /// - Parameters:
    ///   - name: The login's name, shown on its button after "Continue with".
    ///   - token: Signs the user in at the login; see ``token``.
    public init(
        name: String, token: @escaping @MainActor @Sendable (_ reauthenticates: Bool) async throws -> SignInProof?
    ) {
        (self.name, self.token) = (name, token)
    }

    /// The text of the button.
    public func title(in texts: ScreenTexts) -> String { texts.fill(.continueWith, "{name}", with: name) }
}
