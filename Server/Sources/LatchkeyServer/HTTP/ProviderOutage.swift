/// An error if the team's provider does not respond: 503, and an error page.
struct ProviderOutage: Error {
    /// The seconds until the provider is called again.
    static let retryAfter = 5
}
