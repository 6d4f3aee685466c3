import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The server of metrics, on its own port for firewalls.
struct MetricsServer: Service {
    let page: MetricsPage
    let host: String
    let port: Int
    let logger: Logger
    /// The connection limits: scrapers are few.
    private let limits = ConnectionLimits(connections: 64)
    private let running = AsyncStream<Void>.makeStream()

    /// Returns after the port is open.
    ///
    /// - Throws: `CancellationError` if the port cannot be opened, which ends the service group.
    func listens() async throws {
        for await _ in running.stream {}
        try Task.checkCancellation()
    }

    func run() async throws {
        do {
            try await application.runService(gracefulShutdownSignals: [])
        } catch {
            throw SettingError(listeningOn: host, port, SettingTable.name(of: \.metricsPort), error) ?? error
        }
    }

    private var application: some ApplicationProtocol {
        Application(
            router: router, server: .limitedHTTP1(limits),
            configuration: .init(host: host, port: port, limits: limits, logger: logger),
            onServerRunning: { [running] channel in
                await AcceptPauseHandler.add(to: channel)
                running.continuation.finish()
            }, logger: logger)
    }

    private var router: Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.get("/metrics") { [page] _, _ in
            Response(
                status: .ok, headers: [.contentType: MetricsPage.contentType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: await page.text())))
        }
        return router
    }
}
