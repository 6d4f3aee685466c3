import Hummingbird
import LatchkeyServerCore
import Logging

/// The composition root: creates the services, endpoints and background work of a process.
struct ServerParts: Sendable {
    let unreadable: UnreadableRows
    let activity: ActivityLog
    let limiter: AttemptLimiter
    let activityRecorder: ActivityRecorder
    let verifier: PasscodeVerifier
    let passcodes: PasscodeService
    let oneTimeTokens: OneTimeTokens
    let emailRequests: EmailRequestService
    let authenticator: SessionAuthenticator
    private let sessions: SessionService
    private let providerAccounts: ProviderAccounts
    private let providerLog: ProviderLog
    private let providerExchanges = ProviderExchangeLimiter()
    private let dependencies: Dependencies
    private let transport: any EmailTransport
    private let files: ServerFiles
    private let renderer: PageRenderer
    let headers: SecurityHeaders

    init(_ dependencies: Dependencies, transport: any EmailTransport) {
        let (store, random, settings) = (dependencies.store, dependencies.random, dependencies.settings)
        headers = SecurityHeaders(isHTTPS: settings.isHTTPS)
        unreadable = UnreadableRows(logger: dependencies.logger)
        activity = ActivityLog(unreadable: unreadable)
        limiter = AttemptLimiter(activity: activity, metrics: dependencies.metrics)
        activityRecorder = ActivityRecorder(store: store, under: settings.rules, logger: dependencies.logger)
        authenticator = SessionAuthenticator(store: store, limiter: limiter, rules: settings.rules)
        sessions = SessionService(store: store, activity: activity, rules: settings.rules)
        verifier = PasscodeVerifier(
            store: store, workers: dependencies.workers, hasher: dependencies.hasher, random: random, limiter: limiter,
            records: PasscodeRecordSealer(sealer: dependencies.sealer, random: random),
            undecided: UndecidedReservations(store: store), rules: settings.rules)
        providerAccounts = ProviderAccounts(
            isSignUpOpen: settings.isSignUpOpen,
            decidesOnRoles: settings.identity?.administratorIssuer != nil, activity: activity,
            rules: settings.rules, logger: dependencies.logger)
        providerLog = ProviderLog(
            issuer: settings.identity?.issuer ?? "", logger: dependencies.logger)
        passcodes = PasscodeService(
            store: store, verifier: verifier, issuer: SessionTokenIssuer(random: random), activity: activity,
            provider: dependencies.identity == nil ? nil : providerAccounts, rules: settings.rules)
        oneTimeTokens = OneTimeTokens(random: random, digester: dependencies.digester)
        emailRequests = EmailRequestService(store: store, random: random, signal: dependencies.emailSignal)
        files = dependencies.files
        let provider = settings.identity.flatMap { $0.signsInPages ? $0 : nil }
        renderer = files.renderer.with(
            HomePage(url: settings.homeURL, isDevelopment: settings.isDevelopment),
            SignInOffer(
                isEmailEnabled: settings.isEmailSignInEnabled, providerName: provider?.name, issuer: provider?.issuer),
            hasPasskeys: settings.rules.arePasskeysOn)
        self.dependencies = dependencies
        self.transport = transport
    }

    var endpoints: [Endpoint] {
        signIn.endpoints + provider + SessionController(sessions: sessions).endpoints + gate.endpoints + introspection
            + passcode.endpoints + passkeys + devices.endpoints + account.endpoints + people + webhooks
            + HealthController(store: store).endpoints + files.openAPI.endpoints + pages.endpoints
    }

    /// The router of all endpoints, with the middleware of every response.
    var router: Router<ServerRequestContext> {
        let (endpoints, settings, renderer) = (endpoints, dependencies.settings, renderer)
        let runner = EndpointRunner(
            authenticator: authenticator, activityRecorder: activityRecorder, unreadable: unreadable,
            origin: RequestOrigin(publicAddress: dependencies.publicAddress),
            clientAddress: ClientAddress(trustedProxies: settings.trustedProxies), languages: renderer.languages)
        let router = Router(context: ServerRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestLog(endpoints: endpoints, metrics: dependencies.metrics))
        router.add(middleware: headers)
        router.add(
            middleware: ProblemMiddleware(
                allowedMethods: AllowedMethods(of: endpoints), log: LogThrottle(dependencies.logger),
                page: { error, kind, request in
                    renderer.problemPage(error, kind, in: await runner.language(of: request, after: error))
                }))
        if settings.isDevelopment { router.add(middleware: AllowedHosts(hosts: HostName.loopback)) }
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method) { request, context in
                try await runner.run(endpoint, request, context).httpResponse
            }
        }
        return router
    }

    /// The responder before the router; nil if the router must see all requests: it checks hosts in development, and
    /// logs the success of routine endpoints at debug level.
    var directResponder: DirectResponder? {
        guard !dependencies.settings.isDevelopment, dependencies.logger.logLevel > .debug else { return nil }
        return DirectResponder(
            endpoints: endpoints, headers: headers,
            metrics: dependencies.metrics, date: ResponseDate(clock: dependencies.clock))
    }

    var emailWorker: EmailWorker {
        EmailWorker(
            renderer: EmailRenderer(
                store: store, random: dependencies.random, sealer: dependencies.sealer,
                publicAddress: dependencies.publicAddress, isSignUpOpen: isSignUpOpen, oneTimeTokens: oneTimeTokens,
                activity: activity, composer: files.composer, unreadable: unreadable),
            sender: EmailSender(
                store: store, sealer: dependencies.sealer, fromAddress: dependencies.settings.mailFrom,
                transport: transport, unreadable: unreadable, logger: dependencies.logger))
    }

    /// The check of the provider at the start; nil without one.
    var providerCheck: ProviderCheckService? { tokens.map(ProviderCheckService.init) }

    var sweeper: Sweeper {
        Sweeper(
            store: store, limiter: limiter, unreadable: unreadable,
            imports: ImportRecovery(
                store: store, records: verifier.records, activity: activity, unreadable: unreadable),
            devices: deviceUnlock, rules: rules, logger: dependencies.logger)
    }

    var metricsPage: MetricsPage {
        MetricsPage(
            metrics: dependencies.metrics, workers: dependencies.workers, store: store, unreadable: unreadable)
    }

    private var store: any Store { dependencies.store }
    private var rules: TeamRules { dependencies.settings.rules }
    private var isSignUpOpen: Bool { dependencies.settings.isSignUpOpen }

    private var signIn: SignInController {
        SignInController(
            methods: dependencies.settings.signInMethods, emailRequests: emailRequests,
            signIn: SignIn(
                store: store, random: dependencies.random, isSignUpOpen: isSignUpOpen, oneTimeTokens: oneTimeTokens,
                issuer: passcodes.issuer, activity: activity, emailSignal: dependencies.emailSignal, rules: rules),
            sessions: sessions,
            refresh: SessionRefresh(
                store: store, issuer: passcodes.issuer, limiter: limiter, activity: activity, rules: rules))
    }

    private var tokens: ProviderTokens? {
        dependencies.identity.map {
            ProviderTokens(
                client: $0, clock: dependencies.clock, logger: dependencies.logger, log: providerLog)
        }
    }

    private var provider: [Endpoint] {
        guard let tokens, let identity = dependencies.settings.identity else { return [] }
        let signIn = ProviderSignIn(
            store: store, random: dependencies.random, accounts: providerAccounts, issuer: passcodes.issuer,
            activity: activity, emailSignal: dependencies.emailSignal, rules: rules,
            log: providerLog)
        let pages = ProviderPageController(
            tokens: tokens, signIn: signIn, reset: ProviderReset(store: store), sealer: dependencies.sealer,
            publicAddress: dependencies.publicAddress, exchanges: providerExchanges)
        return ProviderController(
            tokens: tokens, signIn: signIn, logout: ProviderLogout(store: store, activity: activity),
            signsInApps: identity.signsInApps
        ).endpoints + (identity.signsInPages ? pages.endpoints : [])
    }

    private var gate: GateController { GateController(gate: gateService) }
    private var gateService: GateService {
        GateService(store: store, authenticator: authenticator, activityRecorder: activityRecorder, rules: rules)
    }

    private var introspection: [Endpoint] {
        dependencies.settings.introspectionSecret.map {
            IntrospectionController(gate: gateService, secret: $0).endpoints
        } ?? []
    }

    private var passcode: PasscodeController {
        PasscodeController(
            passcodes: passcodes,
            settings: PasscodeSettings(store: store, verifier: verifier, activity: activity, rules: rules),
            reset: PasscodeReset(
                store: store, random: dependencies.random, passcodes: passcodes, oneTimeTokens: oneTimeTokens,
                activity: activity, emailSignal: dependencies.emailSignal, rules: rules),
            tokens: tokens, sealer: dependencies.sealer, clock: dependencies.clock,
            isEmailEnabled: dependencies.settings.isEmailSignInEnabled, emailRequests: emailRequests)
    }

    private var passkeys: [Endpoint] {
        guard rules.arePasskeysOn else { return [] }
        let records = PasskeyRecords(sealer: dependencies.sealer)
        return PasskeyController(
            passkeys: AccountPasskeys(
                store: store, random: dependencies.random, records: records, activity: activity,
                unreadable: unreadable, publicAddress: dependencies.publicAddress, rules: rules,
                logger: dependencies.logger),
            unlock: PasskeyUnlock(
                store: store, random: dependencies.random, limiter: limiter, issuer: passcodes.issuer, records: records,
                unreadable: unreadable, publicAddress: dependencies.publicAddress, rules: rules,
                logger: dependencies.logger)
        ).endpoints
    }

    private var unlockKeyRecords: UnlockKeyRecords { UnlockKeyRecords(sealer: dependencies.sealer) }

    private var deviceUnlock: DeviceUnlock {
        DeviceUnlock(
            store: store, workers: dependencies.workers, records: unlockKeyRecords, activity: activity,
            metrics: dependencies.metrics)
    }

    private var devices: DeviceController {
        DeviceController(
            devices: AccountDevices(
                store: store, random: dependencies.random, workers: dependencies.workers, verifier: verifier,
                records: unlockKeyRecords, activity: activity, unreadable: unreadable, rules: rules),
            unlock: deviceUnlock)
    }

    private var account: AccountController {
        AccountController(
            accounts: AccountService(
                store: store, verifier: verifier, oneTimeTokens: oneTimeTokens, activity: activity,
                unreadable: unreadable, emailSignal: dependencies.emailSignal, rules: rules))
    }

    private var people: [Endpoint] {
        let issuer = dependencies.settings.identity?.administratorIssuer
        let people = PeopleService(store: store, unreadable: unreadable, rules: rules, administratorIssuer: issuer)
        let acts = PeopleActs(
            store: store, random: dependencies.random,
            acts: AccountActs(activity: activity, rules: rules, administratorIssuer: issuer), people: people,
            emailSignal: dependencies.emailSignal, metrics: dependencies.metrics)
        return PeopleController(people: people).endpoints + PeopleActsController(acts: acts).endpoints
    }

    private var webhooks: [Endpoint] {
        dependencies.settings.webhookSecret.map { WebhookController(store: store, secret: $0).endpoints } ?? []
    }

    private var pages: PageController {
        let settings = dependencies.settings
        return PageController(
            renderer: renderer, assets: files.assets, clock: dependencies.clock,
            publicAddress: dependencies.publicAddress,
            mailbox: settings.isDevelopment ? MailboxReader(folder: settings.outboxDirectory) : nil)
    }
}
