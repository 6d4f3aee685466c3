import Foundation
import Hummingbird
import LatchkeyIdentity
import LatchkeyProgram
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The commands of `latchkey-server`.
public struct ServerProcess: Sendable {
    let settings: Settings
    let logger: Logger

    /// Reads the settings.
    ///
    /// - Throws: ``SettingError`` for an invalid setting.
    public init(environment: [String: String]) throws {
        settings = try Settings(environment: Credentials.adding(to: environment))
        logger = Logger(label: "latchkey-server")
    }

    /// Migrates the schema of the database.
    public func migrate() async throws {
        _ = try await openStore(.migrated)
    }

    /// Serves until SIGTERM, SIGINT or SIGHUP, then finishes requests within ten seconds.
    public func serve() async throws {
        let dependencies = try await makeDependencies()
        let parts = ServerParts(
            dependencies, transport: CountedTransport(transport: try makeTransport(), metrics: dependencies.metrics))
        let limits = ConnectionLimits()
        var application = Application(
            router: parts.router,
            server: .limitedHTTP1(
                limits,
                handlers: { [headers = parts.headers] in [ParserErrorHandler(headers: headers)] },
                requestHandler: { [responder = parts.directResponder] in responder.map(DirectHandler.init) }),
            configuration: .init(host: settings.host, port: settings.port, limits: limits, logger: logger),
            onServerRunning: { [settings, logger] channel in
                await AcceptPauseHandler.add(to: channel)
                let port = channel.localAddress?.port ?? settings.port
                let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
                dependencies.publicAddress.resolve(PublicURL("http://\(host):\(port)"))
                dependencies.emailSignal.wake()
                do throws(StandardStreamError) {
                    try StandardStream.output.write("listening on http://\(host):\(port)")
                } catch {
                    logger.warning("listening; the line could not be printed", metadata: ["reason": "\(error)"])
                }
            },
            logger: logger)
        // Starts first and ends last, because requests in progress need the store.
        var services: [any Service] = dependencies.store.service.map { [$0] } ?? []
        services += [
            EmailWorkerService(worker: parts.emailWorker, signal: dependencies.emailSignal, logger: logger),
            SweeperService(sweeper: parts.sweeper),
        ]
        if let check = parts.providerCheck { services.append(check) }
        if let port = settings.metricsPort {
            let metrics = MetricsServer(
                page: parts.metricsPage, host: settings.host, port: port, logger: logger)
            services.append(metrics)
            // Both ports are open before the first line of output.
            application.beforeServerStarts { try await metrics.listens() }
        }
        try await run(services + [application])
        await parts.activityRecorder.finish()
        await parts.verifier.undecided.finish()
        try await dependencies.workers.shutdown()
    }

    /// Runs until a signal arrives or a service fails.
    private func run(_ services: [any Service]) async throws {
        var signals: [UnixSignal] = [.sigterm, .sigint]
        // nohup(1) ignores SIGHUP, so that a server survives its terminal.
        if !isIgnored(SIGHUP) { signals.append(.sighup) }
        // The name of a service is in errors and in the log. By default it is the description of all its values.
        let named = services.map {
            ServiceGroupConfiguration.ServiceConfiguration(service: $0, serviceName: "\(type(of: $0))")
        }
        var configuration = ServiceGroupConfiguration(
            services: named, gracefulShutdownSignals: signals, logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            throw SettingError(listeningOn: settings.host, settings.port, SettingTable.name(of: \.port), error)
                ?? error
        }
    }

    private func isIgnored(_ number: Int32) -> Bool {
        let action = signal(number, SIG_DFL)
        signal(number, action)
        return unsafeBitCast(action, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    var clock: any WallClock {
        settings.isDevelopment
            ? DevelopmentWallClock(offsetFile: settings.clockOffsetFile) : SystemWallClock()
    }

    func makeTransport() throws -> any EmailTransport {
        switch settings.emailTransport {
        case .outbox:
            do {
                return try OutboxFolder(
                    directory: settings.outboxDirectory, feedsMailbox: settings.isDevelopment)
            } catch {
                throw noOutbox
            }
        case .smtp(let server):
            try demandCAFile()
            return SMTPEmailTransport(server: server)
        case .postmark(let service):
            return PostmarkEmailTransport(service: service, client: EmailServiceClient())
        case .brevo(let service):
            return BrevoEmailTransport(service: service, client: EmailServiceClient())
        }
    }

    private var openIDClient: OpenIDClient? {
        let (clock, start) = (clock, ContinuousClock.now)
        return settings.identity.map { identity in
            OpenIDClient(
                provider: identity.provider, http: ProviderHTTP(),
                clock: IdentityClock(now: { clock.now.date }, uptime: { start.duration(to: .now) }),
                random: { SystemRandomSource().bytes($0) })
        }
    }

    private func makeDependencies() async throws -> Dependencies {
        let files = try ServerFiles()
        let store = try await openStore(.served)
        let (keys, sealer) = try await usingDatabase { try await secrets(of: store) }
        let metrics = ServerMetrics()
        return Dependencies(
            settings: settings,
            files: files,
            publicAddress: PublicAddress(settings.publicURL),
            store: store,
            clock: clock,
            random: SystemRandomSource(),
            sealer: sealer,
            digester: TokenDigester(keys: keys),
            hasher: TimedHasher(
                hasher: Argon2idHasher(parameters: .standard), histogram: metrics.kdfDuration),
            workers: KDFWorkers(threads: settings.kdfPermits, ahead: 1, queueLimit: settings.kdfQueue),
            emailSignal: EmailSignal(),
            identity: openIDClient,
            metrics: metrics,
            logger: logger)
    }

    /// Returns the secret keys, after verifying that they are those of the database.
    func secrets(of store: any Store) async throws -> (SecretKeys, Sealer) {
        let check = KeyCheck(store: store)
        let keys = try await secretKeys(check)
        let sealer = Sealer(keys: keys)
        try await check.verify(sealer)
        return (keys, sealer)
    }

    private func secretKeys(_ check: KeyCheck) async throws -> SecretKeys {
        if let keys = settings.secretKeys { return keys }
        // New keys could not decrypt it, and would hide that the old ones are missing. Checks the database first: a
        // process that starts concurrently creates the file before it uses the keys.
        return try loadKeys(mustExist: try await check.isKeyed())
    }

    /// Returns the keys of the data directory.
    func loadKeys(mustExist: Bool) throws -> SecretKeys {
        if mustExist, !FileManager.default.fileExists(atPath: settings.secretKeysFile.path) { throw noKeys }
        do throws(SecretKeysError) {
            return try SecretKeys.loadOrCreate(file: settings.secretKeysFile)
        } catch {
            throw SettingError(name: \.secretKeys, reason: error.description)
        }
    }
}
