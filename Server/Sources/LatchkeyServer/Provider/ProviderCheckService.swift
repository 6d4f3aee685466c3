import ServiceLifecycle

/// A check of the provider at the start, so that an outage is logged before a user signs in. The start does not wait
/// for it.
struct ProviderCheckService: Service {
    let tokens: ProviderTokens

    func run() async throws {
        await cancelWhenGracefulShutdown { await tokens.prepare() }
        // A service that returns would stop the server.
        try? await gracefulShutdown()
    }
}
