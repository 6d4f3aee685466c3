/// An error if the team's provider does not respond: 503, and a page that says so.
struct ProviderOutage: Error {
    /// Seconds until the provider is called again.
    static let retryAfter = 5
}
