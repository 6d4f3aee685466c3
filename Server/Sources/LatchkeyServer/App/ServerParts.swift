import Hummingbird

/// The composition root: the endpoints of a server, and its work in the background.
struct ServerParts: Sendable {
    let shared: SharedServices
    let mailWorker: MailWorker
    let sweeper: Sweeper
    let metricsPage: MetricsPage
    let endpoints: [Endpoint]
    private let renderer: PageRenderer

    init(_ dependencies: Dependencies, transport: any MailTransport) throws {
        let languages = try Languages()
        shared = SharedServices(dependencies)
        renderer = try PageRenderer(
            languages: languages,
            home: HomePage(
                url: dependencies.settings.homeURL, isDevelopment: dependencies.settings.isDevelopment))
        mailWorker = try shared.mailWorker(languages, transport)
        sweeper = shared.sweeper
        metricsPage = shared.metricsPage
        endpoints =
            try shared.signInEndpoints + shared.sessionEndpoints + shared.gateEndpoints
            + shared.passcodeEndpoints(languages) + shared.accountEndpoints + shared.webhookEndpoints
            + shared.healthEndpoints + OpenAPIController().endpoints + shared.pageEndpoints(renderer)
    }

    /// The router of all endpoints, with the conventions that hold for every answer.
    func router(_ settings: Settings) -> Router<ServerRequestContext> {
        let router = Router(context: ServerRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestLog(endpoints: endpoints, metrics: shared.dependencies.metrics))
        router.add(middleware: SecurityHeaders(isHTTPS: settings.isHTTPS))
        router.add(middleware: ProblemMiddleware(endpoints: endpoints, page: renderer.problemPage))
        if settings.isDevelopment { router.add(middleware: AllowedHosts(hosts: PublicURL.loopbackHosts)) }
        let runner = EndpointRunner(
            authenticator: shared.authenticator, unreadable: shared.unreadable,
            origin: RequestOrigin(publicAddress: shared.dependencies.publicAddress),
            clientAddress: ClientAddress(trustedProxies: settings.trustedProxies), languages: renderer.languages)
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method) { request, context in
                try await runner.run(endpoint, request, context).httpResponse
            }
        }
        return router
    }
}

extension SharedServices {
    private var store: any Store { dependencies.store }

    fileprivate var signInEndpoints: [Endpoint] {
        SignInController(
            mail: mailRequests,
            signIn: SignIn(
                store: store, random: dependencies.random, isSignUpOpen: dependencies.settings.signUp == .open,
                oneTimeTokens: oneTimeTokens, issuer: issuer, activity: activity, mailSignal: dependencies.mailSignal),
            sessions: sessions,
            refresh: SessionRefresh(store: store, issuer: issuer, ledger: ledger, activity: activity)
        ).endpoints
    }

    fileprivate var sessionEndpoints: [Endpoint] { SessionController(sessions: sessions).endpoints }

    fileprivate var gateEndpoints: [Endpoint] {
        GateController(gate: GateService(store: store, authenticator: authenticator)).endpoints
    }

    fileprivate func passcodeEndpoints(_ languages: Languages) -> [Endpoint] {
        PasscodeController(
            passcodes: passcodes,
            settings: PasscodeSettings(store: store, checks: checks, activity: activity),
            reset: PasscodeReset(
                store: store, random: dependencies.random, passcodes: passcodes, oneTimeTokens: oneTimeTokens,
                activity: activity, mailSignal: dependencies.mailSignal),
            mail: mailRequests, languages: languages
        ).endpoints
    }

    fileprivate var accountEndpoints: [Endpoint] {
        AccountController(
            accounts: AccountService(
                store: store, checks: checks, oneTimeTokens: oneTimeTokens, activity: activity,
                unreadable: unreadable, mailSignal: dependencies.mailSignal)
        ).endpoints
    }

    fileprivate var webhookEndpoints: [Endpoint] {
        guard let secret = dependencies.settings.webhookSecret else { return [] }
        return WebhookController(store: store, secret: secret).endpoints
    }

    fileprivate var healthEndpoints: [Endpoint] { HealthController(store: store).endpoints }

    fileprivate func pageEndpoints(_ renderer: PageRenderer) throws -> [Endpoint] {
        let settings = dependencies.settings
        return PageController(
            renderer: renderer, assets: try AssetLibrary(languages: renderer.languages), clock: dependencies.clock,
            publicAddress: dependencies.publicAddress,
            mailbox: settings.isDevelopment ? MailboxReader(folder: settings.outboxDirectory) : nil
        ).endpoints
    }

    private var sessions: SessionService { SessionService(store: store, activity: activity) }

    fileprivate func mailWorker(_ languages: Languages, _ transport: any MailTransport) throws -> MailWorker {
        MailWorker(
            maker: MailMaker(
                store: store, random: dependencies.random, sealer: dependencies.sealer,
                publicAddress: dependencies.publicAddress, isSignUpOpen: dependencies.settings.signUp == .open,
                oneTimeTokens: oneTimeTokens, activity: activity, composer: try MailComposer(languages: languages),
                unreadable: unreadable),
            delivery: MailDelivery(
                store: store, sealer: dependencies.sealer, sender: dependencies.settings.mailFrom,
                transport: transport, unreadable: unreadable, logger: dependencies.logger))
    }

    fileprivate var sweeper: Sweeper {
        Sweeper(
            store: store, ledger: ledger, unreadable: unreadable,
            imports: ImportRecovery(store: store, records: records, activity: activity, unreadable: unreadable),
            logger: dependencies.logger)
    }

    fileprivate var metricsPage: MetricsPage {
        MetricsPage(
            metrics: dependencies.metrics, workers: dependencies.workers, store: store, unreadable: unreadable)
    }
}
