import ServiceLifecycle

/// Asks the provider once at the start, so that the log says at once what would else be found out by whoever signs in
/// first. The start does not wait for it.
struct ProviderCheckService: Service {
    let tokens: ProviderTokens

    func run() async throws {
        await cancelWhenGracefulShutdown { await tokens.prepare() }
        // A service that ends would end the server.
        try? await gracefulShutdown()
    }
}
