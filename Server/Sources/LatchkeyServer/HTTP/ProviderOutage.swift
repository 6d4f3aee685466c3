/// The team's provider does not answer, so that no one can sign in by it: 503, and a page that says so.
struct ProviderOutage: Error {
    /// The provider is asked again no sooner, in seconds.
    static let retryAfter = 5
}
