public import LatchkeyAPI

/// The login that the team has already: where an app plugs it in, beside the mail.
///
/// ```swift
/// SessionView(session) { TicketsView() }
///     .teamLogin(TeamLogin(name: "Desk") { asksAgain in try await desk.idToken(asksAgain: asksAgain) })
/// ```
public struct TeamLogin: Sendable {
    /// What the button to it says after "Continue with".
    public let name: String
    /// Signs the person in there, and returns a new token for `LatchkeyClient`; nil when the person has cancelled.
    ///
    /// With `true` the login has to ask the person even if it knows them, which stands for a reset's mail: an OpenID
    /// provider does so for `max_age=0`.
    public let token: @MainActor @Sendable (_ asksAgain: Bool) async throws -> SubjectToken?

    /// - Parameters:
    ///   - name: What the button to it says after "Continue with".
    ///   - token: Signs the person in there; see ``token``.
    public init(
        name: String, token: @escaping @MainActor @Sendable (_ asksAgain: Bool) async throws -> SubjectToken?
    ) {
        (self.name, self.token) = (name, token)
    }

    /// The text of the button.
    public func title(in texts: ScreenTexts) -> String { texts[.continueWith].replacing("{name}", with: name) }
}
