import Foundation
import HTTPTypes
import Hummingbird
import IdentityTestSupport
import LatchkeyAPI
import LatchkeyIdentity
import Logging
import NIOCore

@testable import LatchkeyServer

/// A complete in-process server without a socket, on its own database. The test controls its clock and runs its email
/// worker.
struct TestServer: Sendable {
    let client: InProcessClient
    /// Read once, because parsing templates takes longer than most tests.
    private static let files = Result { try ServerFiles() }

    let dependencies: Dependencies
    let parts: ServerParts
    let clock: ManualClock
    let hasher: CountingHasher
    let outbox: OutboxFolder
    let directory: URL

    static let origin = "http://localhost:8080"

    /// Runs `body` with a new server.
    ///
    /// - Parameters:
    ///   - store: Nil for a new one with the test's clock.
    ///   - ownClock: The server's own clock, if the store has another.
    static func run(
        environment: [String: String] = [:], sharing other: TestServer? = nil, permits: Int = 4, queue: Int = 400,
        store: (any Store)? = nil, ownClock: (any WallClock)? = nil, provider: TestProvider? = nil,
        logger: Logger? = nil, _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await TestSlots.run {
            try await start(
                environment, sharing: other, permits, queue, store: store, ownClock: ownClock, provider, logger, body)
        }
    }

    private static func start(
        _ environment: [String: String], sharing other: TestServer?, _ permits: Int, _ queue: Int,
        store: (any Store)?, ownClock: (any WallClock)?, _ provider: TestProvider?, _ logger: Logger?,
        _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let directory =
            other?.directory
            ?? FileManager.default.temporaryDirectory.appending(path: "latchkey-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { if other == nil { try? FileManager.default.removeItem(at: directory) } }
        var values = environment
        values["LATCHKEY_DATA_DIR"] = directory.path
        values["LATCHKEY_PUBLIC_URL"] = environment["LATCHKEY_PUBLIC_URL"] ?? origin
        let settings = try Settings(environment: values)
        let clock = other?.clock ?? ManualClock()
        let hasher = try other?.hasher ?? CountingHasher()
        func serve(_ store: any Store) async throws {
            try await Self.serve(
                settings, store, clock, ownClock, hasher, permits, queue, directory, provider, logger, body)
        }
        if let store {
            return try await serve(ownClock == nil ? ClockedStore(store: store, clock: clock) as any Store : store)
        }
        try await TestStore.using(settings.databasePath, clock: clock, isShared: other != nil) { store in
            try await serve(store)
        }
    }

    private static func serve(
        _ settings: Settings, _ store: any Store, _ clock: ManualClock, _ ownClock: (any WallClock)?,
        _ hasher: CountingHasher, _ permits: Int, _ queue: Int, _ directory: URL,
        _ provider: TestProvider?, _ logger: Logger?, _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let keys = try settings.secretKeys ?? SecretKeys.loadOrCreate(file: settings.secretKeysFile)
        let dependencies = Dependencies(
            settings: settings, files: try files.get(), publicAddress: PublicAddress(settings.publicURL), store: store,
            clock: ownClock ?? clock, random: SystemRandomSource(), sealer: Sealer(keys: keys),
            digester: TokenDigester(keys: keys),
            hasher: hasher, workers: KDFWorkers(threads: permits, queueLimit: queue, deadline: .seconds(60)),
            emailSignal: EmailSignal(), identity: client(of: provider, settings, clock), metrics: ServerMetrics(),
            logger: logger ?? Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let outbox = try OutboxFolder(directory: settings.outboxDirectory, feedsMailbox: settings.isDevelopment)
        let parts = ServerParts(dependencies, transport: outbox)
        do {
            try await body(
                TestServer(
                    client: InProcessClient(
                        parts.router, direct: parts.directResponder, logger: dependencies.logger),
                    dependencies: dependencies, parts: parts, clock: clock, hasher: hasher, outbox: outbox,
                    directory: directory))
        } catch {
            // Running threads would stop the whole test run, and hide the failure.
            try await dependencies.workers.shutdown()
            throw error
        }
        try await dependencies.workers.shutdown()
    }

    /// Returns a client of the provider in the settings, with the test's clock.
    private static func client(
        of provider: TestProvider?, _ settings: Settings, _ clock: ManualClock
    ) -> OpenIDClient? {
        guard let provider, let identity = settings.identity else { return nil }
        let start = clock.now
        return OpenIDClient(
            provider: identity.provider, http: provider,
            clock: IdentityClock(now: { clock.now.date }, uptime: { clock.now - start }),
            random: { SystemRandomSource().bytes($0) })
    }

    static func openStore(_ path: String, _ clock: ManualClock = ManualClock()) throws -> SQLiteStore {
        let store = try SQLiteStore(path: path, clock: clock, timeout: .seconds(60), rehearses: true)
        try store.migrate()
        return store
    }

    /// Sends a request with a JSON body, as an app (`bearer`) or a page (`cookie`).
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, bearer: String? = nil,
        cookie: String? = nil, headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        if json != nil { fields[.contentType] = "application/json" }
        if let bearer { fields[.authorization] = "Bearer \(bearer)" }
        if let cookie {
            fields[.cookie] = "\(SessionCookie.name)=\(cookie)"
            fields[.secFetchSite] = "same-origin"
        }
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let response = try await client.execute(method, path, headers: fields, body: json.map { Data($0.utf8) })
        // Responses do not wait for it, but the test may check it next.
        await parts.activityRecorder.finish()
        return response
    }

    func post(_ path: String, _ json: String? = nil, bearer: String? = nil, cookie: String? = nil) async throws
        -> TestResponse
    {
        try await send(.post, path, json, bearer: bearer, cookie: cookie)
    }

    func get(_ path: String, bearer: String? = nil, cookie: String? = nil) async throws -> TestResponse {
        try await send(.get, path, bearer: bearer, cookie: cookie)
    }

    /// Returns the text of metrics.
    ///
    /// - Parameter unreadable: From other parts than the server's own.
    func metrics(_ unreadable: UnreadableRows? = nil) async -> String {
        await MetricsPage(
            metrics: dependencies.metrics, workers: dependencies.workers, store: dependencies.store,
            unreadable: unreadable ?? parts.metricsPage.unreadable
        ).text()
    }

    /// Runs the email worker, and returns new emails to an address, oldest first.
    func takeEmails(to email: String) async throws -> [TestEmail] {
        try await parts.emailWorker.drain()
        let files = try FileManager.default.contentsOfDirectory(
            at: outbox.directory, includingPropertiesForKeys: [.creationDateKey])
        var emails: [TestEmail] = []
        for file in files where file.pathExtension == "eml" {
            let message = TestEmail(text: try String(contentsOf: file, encoding: .utf8), file: file)
            guard message.recipient == email else { continue }
            emails.append(message)
            try FileManager.default.removeItem(at: file)
        }
        return emails
    }
}
