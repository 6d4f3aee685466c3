import Foundation
import LatchkeyPostgres
import LatchkeyServerCore
import Logging
import ServiceLifecycle

/// The store of a PostgreSQL database, for several servers on several machines.
///
/// Transactions are READ COMMITTED. The attempt budget depends on the lock of the ``WriteScope``, which each write
/// takes before it reads. A write returns only with a ``CommitProof``, so that nothing is hashed for a reservation that
/// a failover could lose.
struct PostgresStore: Store {
    let pool: PostgresPool
    private let gate: PostgresBatchReader<GateRow>
    private let gateFailure = RecentFailure()
    private let clock: (any WallClock)?
    private let databaseClock: DatabaseClock
    private let keyCache = SerializationKeyCache()
    /// The heartbeat of the process; nil for a command, which is short.
    let heartbeat: Heartbeat?
    private let settings: PostgresSettings
    private let logger: Logger
    private let trace: (@Sendable (String) -> Void)?

    /// - Parameters:
    ///   - clock: A clock other than the database's, which all servers share: for tests and development.
    ///   - heartbeat: Decides whether data is valid.
    ///   - connections: Number of concurrent transactions, in addition to those of the gate.
    ///   - timeout: How long a request waits; see ``WritePriority``.
    ///   - trace: Receives the text of each statement of a transaction's body, without its values.
    init(
        settings: PostgresSettings, clock: (any WallClock)? = nil, heartbeat: Heartbeat? = nil, connections: Int = 8,
        timeout: Duration = .databaseRequest, logger: Logger, trace: (@Sendable (String) -> Void)? = nil
    ) {
        self.trace = trace
        self.clock = clock
        self.heartbeat = heartbeat
        databaseClock = heartbeat?.clock ?? DatabaseClock()
        self.settings = settings
        self.logger = logger
        let log = heartbeat?.connectionLog ?? LogThrottle(logger)
        pool = PostgresPool(settings: settings, size: connections, timeout: timeout, log: log)
        gate = PostgresBatchReader(
            settings: settings, timeout: timeout, log: log,
            query: { GateRow.query(for: $0, process: heartbeat?.process ?? noProcess) }, value: GateRow.init)
    }

    var service: (any Service)? { primaryWatch.map(HeartbeatService.init) }

    var primaryWatch: PrimaryWatch? {
        heartbeat.map { heartbeat in
            PrimaryWatch(heartbeat: heartbeat, settings: settings, logger: logger) { [gate, pool] host in
                heartbeat.reconnect(to: host)
                gate.reconnect(to: host)
                pool.reconnect(to: host)
            }
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await Self.mappingErrors {
            try await pool.read { transaction in
                let moment = try WriteScope.rows.lock(in: transaction, for: process).moment
                try heartbeat?.demandFresh(moment)
                return try body(Transaction(transaction, now: now(moment), process: process, trace: trace))
            }
        }
    }

    func caller(tokenDigest: String) async throws -> (rows: CallerRows?, now: Timestamp) {
        try await Self.mappingErrors {
            try await pool.readOnce { transaction in
                let session = PostgresSession(transaction, process: process, lock: nil, trace: trace)
                let found = try session.run(PostgresCallers.Key.token(digest: tokenDigest).query(for: process))
                let moment = try PostgresCallers.moment(in: found)
                try heartbeat?.demandFresh(moment)
                return (try PostgresCallers(session: session).rows(in: found), try now(moment))
            }
        }
    }

    func readGateSession(
        tokenDigest: String, settleWithin: Duration, waits: Bool, whenRead: @escaping @Sendable (GateRead) -> Void
    ) {
        guard let digest = HexText.decode(tokenDigest) else { return whenRead(.success(nil)) }
        // For a second after an outage: a request that fails in both ways takes twice the timeout.
        guard waits || gateFailure.isOver else { return whenRead(.failure(StoreError.unavailable(code: "outage"))) }
        gate.read(digest) { result in
            switch result {
            // There is one row per digest.
            case .success(let row): whenRead(Result { try row.flatMap { try session(in: $0, settleWithin) } })
            case .failure(let error as PostgresError):
                switch error {
                case .timeout, .unreachable: gateFailure.begin()
                default: break
                }
                whenRead(.failure(Self.storeError(for: error)))
            case .failure(let error): whenRead(.failure(error))
            }
        }
    }

    private func session(
        in row: GateRow, _ settleWithin: Duration
    ) throws -> (session: GateSession, now: Timestamp)? {
        try heartbeat?.demandFresh(row.moment)
        let now = try now(row.moment)
        return row.session(settleWithin: settleWithin, at: now).map { ($0, now) }
    }

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let acknowledged = heartbeat?.acknowledged ?? 0
        let perform = { @Sendable (transaction: PostgresTransaction) in
            let lock = try scope.lock(in: transaction, for: process)
            if let account = lock.account { keyCache.note(account, of: scope) }
            try heartbeat?.demandContinuity(lock.moment, since: acknowledged)
            let transaction = Transaction(
                transaction, now: try now(lock.moment), process: process, lock: lock, trace: trace)
            let value = try body(transaction)
            return (value, transaction.commitActions)
        }
        let time = pool.timeout * priority.timeoutFactor
        let (value, actions) = try await Self.mappingErrors {
            switch scope {
            case .queue, .sweep:
                return try await pool.writeLocally(priority: priority.ofPostgres, within: time, perform)
            default: break
            }
            return try await pool.write(
                keys: keyCache.keys(of: scope), priority: priority.ofPostgres, within: time, perform
            ).value
        }
        for action in actions { action() }
        return value
    }

    func ping() async throws {
        if let heartbeat { return try heartbeat.demandReadiness() }
        try await Self.mappingErrors {
            _ = try await pool.write { transaction in
                _ = try transaction.run(Self.probe())
            }
        }
    }

    func close() {
        heartbeat?.close()
        gate.close()
        pool.close()
    }

    var process: UUID { heartbeat?.process ?? noProcess }

    func now(_ moment: DatabaseMoment) throws -> Timestamp {
        try clock?.now ?? databaseClock.now(moment.now)
    }

    // Without a write, a commit waits for no standby.
    static let probe = PostgresStatement("SELECT pg_logical_emit_message(true, 'latchkey', '')::text")

    static func mappingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as PostgresError {
            throw storeError(for: error)
        }
    }

    /// Returns the store's error, with only the code: messages may contain values.
    private static func storeError(for error: PostgresError) -> any Error {
        switch error {
        case .rejected(let state, _) where state.isOfRow: InvalidRowError(table: nil, id: nil)
        case .rejected(let state, _): StoreError.unavailable(code: state.code)
        case .timeout(let waiting): StoreError.unavailable(code: "timeout \(waiting.rawValue)")
        case .unreachable(let failure): StoreError.unavailable(code: failure.state?.code ?? "unreachable")
        case .conflict: StoreError.unavailable(code: "conflict")
        case .unexpectedValue: StoreError.unavailable(code: "schema")
        case .undecided: StoreError.undecided(code: "\(error)")
        case .closed: StoreError.unavailable(code: "closed")
        }
    }
}

/// The ID of no process, without a heartbeat.
private let noProcess = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

extension SQLState {
    /// Whether the database rejects a value of a row: not null, foreign key, check.
    fileprivate var isOfRow: Bool { ["23502", "23503", "23514"].contains(code) }
}

extension WritePriority {
    fileprivate var ofPostgres: PostgresPriority {
        switch self {
        case .background: .background
        case .request: .normal
        case .emailInProgress: .elevated
        case .reservation: .high
        case .settlement: .highest
        }
    }
}

extension Transaction {
    init(
        _ transaction: PostgresTransaction, now: Timestamp, process: UUID, lock: ScopeLock? = nil,
        trace: (@Sendable (String) -> Void)? = nil
    ) {
        let session = PostgresSession(transaction, process: process, lock: lock, trace: trace)
        self.init(session, callers: PostgresCallers(session: session), now: now, addresses: lock?.addresses)
    }
}
