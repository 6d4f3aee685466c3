import Hummingbird
import Logging

/// The composition root: makes the services out of their dependencies and the server out of the services.
struct ServerParts: Sendable {
    let publicAddress: PublicAddress
    let renderer: PageRenderer
    let endpoints: [Endpoint]
    let sessions: SessionService
    let mailWorker: MailWorker
    let sweeper: Sweeper
    private let metrics: ServerMetrics
    private let unreadable: UnreadableRows

    init(_ dependencies: Dependencies, transport: any MailTransport) throws {
        publicAddress = dependencies.publicAddress
        metrics = dependencies.metrics
        let languages = try Languages()
        renderer = try PageRenderer(languages: languages, home: HomePage(dependencies.settings))
        unreadable = UnreadableRows(metrics: dependencies.metrics, logger: dependencies.logger)
        let activity = ActivityLog(unreadable: unreadable)
        let ledger = AttemptLedger(activity: activity, metrics: dependencies.metrics)
        let records = PasscodeRecords(sealer: dependencies.sealer, random: dependencies.random)
        let issuer = SessionTokenIssuer(random: dependencies.random)
        let oneTimeTokens = OneTimeTokens(random: dependencies.random, digester: dependencies.digester)
        let mail = MailRequests(dependencies: dependencies)
        let checks = PasscodeChecks(dependencies: dependencies, ledger: ledger, records: records)
        let passcodes = PasscodeService(
            dependencies: dependencies, checks: checks, records: records, issuer: issuer, activity: activity)
        sessions = SessionService(
            dependencies: dependencies, ledger: ledger, activity: activity,
            touches: SessionTouches(store: dependencies.store, logger: dependencies.logger))
        mailWorker = MailWorker(
            maker: MailMaker(
                dependencies: dependencies, oneTimeTokens: oneTimeTokens, activity: activity,
                composer: try MailComposer(languages: languages), unreadable: unreadable),
            delivery: MailDelivery(dependencies: dependencies, transport: transport, unreadable: unreadable))
        sweeper = Sweeper(
            dependencies: dependencies, ledger: ledger, unreadable: unreadable,
            imports: ImportRecovery(
                store: dependencies.store, clock: dependencies.clock, records: records, activity: activity,
                unreadable: unreadable))
        endpoints =
            try SignInController(
                mail: mail,
                signIn: SignIn(
                    dependencies: dependencies, oneTimeTokens: oneTimeTokens, issuer: issuer, activity: activity),
                sessions: sessions,
                refresh: SessionRefresh(
                    dependencies: dependencies, issuer: issuer, ledger: ledger, activity: activity)
            ).endpoints
            + SessionController(sessions: sessions).endpoints
            + GateController(gate: GateService(dependencies: dependencies, sessions: sessions)).endpoints
            + PasscodeController(
                passcodes: passcodes,
                settings: PasscodeSettings(dependencies: dependencies, checks: checks, activity: activity),
                reset: PasscodeReset(
                    dependencies: dependencies, passcodes: passcodes, oneTimeTokens: oneTimeTokens,
                    activity: activity),
                mail: mail, languages: languages
            ).endpoints
            + AccountController(
                accounts: AccountService(
                    dependencies: dependencies, checks: checks, oneTimeTokens: oneTimeTokens, activity: activity,
                    unreadable: unreadable)
            ).endpoints
            + (dependencies.settings.webhookSecret.map { secret in
                WebhookController(store: dependencies.store, clock: dependencies.clock, secret: secret).endpoints
            } ?? [])
            + HealthController(store: dependencies.store).endpoints
            + OpenAPIController().endpoints
            + PageController(
                renderer: renderer, assets: try AssetLibrary(languages: languages), clock: dependencies.clock,
                publicAddress: dependencies.publicAddress,
                mailbox: dependencies.settings.isDevelopment
                    ? MailboxReader(folder: dependencies.settings.outboxDirectory) : nil
            ).endpoints
    }

    /// The router of all endpoints, with the conventions that hold for every answer.
    func router(_ settings: Settings) -> Router<ServerRequestContext> {
        let router = Router(context: ServerRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestLog(endpoints: endpoints, metrics: metrics))
        router.add(middleware: SecurityHeaders(isHTTPS: settings.isHTTPS))
        router.add(middleware: ProblemMiddleware(endpoints: endpoints, page: renderer.problemPage))
        if settings.isDevelopment { router.add(middleware: AllowedHosts(hosts: PublicURL.loopbackHosts)) }
        let runner = EndpointRunner(
            sessions: sessions, unreadable: unreadable, origin: RequestOrigin(publicAddress: publicAddress),
            clientAddress: ClientAddress(trustedProxies: settings.trustedProxies), languages: renderer.languages)
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method) { request, context in
                try await runner.run(endpoint, request, context).httpResponse
            }
        }
        return router
    }
}
