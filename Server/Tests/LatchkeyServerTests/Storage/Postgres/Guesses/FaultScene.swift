import LatchkeyPostgres
import Logging
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A failing PostgreSQL server, and a store on it with an unprivileged role.
struct FaultScene {
    static let password = "correct horse"

    let cluster: TestCluster
    let account: GuessedAccount
    private let log = GuessLog()
    private let lines = PostgresTestSupport.Shared<[String]>([])
    private let store: PostgresStore
    private let guesser: Guesser
    /// A store of the superuser, for reading during failures of the role.
    private let books: PostgresStore

    /// - Parameters:
    ///   - url: The store's address; nil for the server without encryption.
    ///   - replicas: Whether commits require a standby.
    init(on cluster: TestCluster, url: String? = nil, replicas: PostgresSettings.Replicas = .none) async throws {
        self.cluster = cluster
        try cluster.query("CREATE ROLE plain LOGIN PASSWORD '\(Self.password)'")
        if case .required = replicas { try cluster.query("GRANT pg_read_all_stats TO plain") }
        let owner = PostgresSettings(
            address: try PostgresAddress(url: cluster.url(), password: nil), replicas: .none)
        let pool = PostgresPool(settings: owner.ample, size: 1, timeout: .ample, logger: .silent)
        try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .ample)
        pool.close()
        try cluster.query("GRANT ALL ON ALL TABLES IN SCHEMA public TO plain")
        books = PostgresStore(settings: owner.ample, connections: 1, timeout: .ample, logger: .silent)
        account = try await GuessedAccount.make(1, sessions: 400, in: books)[0]
        let address = try PostgresAddress(
            url: url ?? cluster.url(user: "plain"), password: PostgresPassword(Self.password))
        let settings = PostgresSettings(address: address, replicas: replicas)
        // Three pools, as a server has them: for transactions, the gate and the heartbeat.
        store = PostgresStore(
            settings: settings, heartbeat: Heartbeat(settings: settings, logger: .recording(lines)), connections: 3,
            timeout: .milliseconds(300), logger: .recording(lines))
        guesser = try await Guesser(store, log: log)
        try await awaitResponse()
    }

    /// Ends the store's connections.
    func disconnect(_ role: String = "plain") throws {
        try cluster.query("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = '\(role)'")
    }

    /// Expects that concurrent attempts are rejected without evaluation. Also calls the gate.
    func expectUnavailable(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let evaluated = log.evaluations.count
        async let gate = asksGate()
        let ends = try await withThrowingTaskGroup(of: Guesser.End.self) { group in
            for _ in 0..<20 { group.addTask { try await guesser.guess(at: account) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        _ = await gate
        #expect(ends.allSatisfy { $0 == .unavailable || $0 == .undecided }, "\(ends)", sourceLocation: sourceLocation)
        #expect(log.evaluations.count == evaluated, sourceLocation: sourceLocation)
    }

    /// Expects that the store has recovered, the records are correct, and log lines match these expressions.
    func expectRecovery(lines expected: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await awaitResponse()
        try await waitUntil("response of the gate") { await asksGate() }
        await guesser.finish()
        let (failures, open) = try await account.spent(in: books)
        #expect(failures + open == log.evaluations.count, sourceLocation: sourceLocation)
        #expect(lines.value.count == expected.count, "\(lines.value)", sourceLocation: sourceLocation)
        for (line, start) in zip(lines.value, expected) {
            #expect(try line.prefixMatch(of: Regex(start)) != nil, "\(line)", sourceLocation: sourceLocation)
        }
        #expect(!lines.value.joined().contains(Self.password), sourceLocation: sourceLocation)
        try await guesser.close()
        books.close()
    }

    /// Returns whether the gate responds.
    private func asksGate() async -> Bool {
        let digest = StoreContract.tokenDigest("a")
        do {
            _ = try await store.gateSession(tokenDigest: digest, settleWithin: .seconds(10))
            return true
        } catch {
            return false
        }
    }

    private func awaitResponse() async throws {
        try await waitUntil("response") {
            if case .wrong = try await guesser.guess(at: account) { true } else { false }
        }
    }
}
