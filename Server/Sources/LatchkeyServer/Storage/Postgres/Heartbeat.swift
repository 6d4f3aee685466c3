import Foundation
import LatchkeyPostgres
import LatchkeyServerCore
import Logging
import Synchronization

/// A heartbeat in the database that detects failovers and lost commits.
///
/// Each second the process durably increments a number. Everything it reads includes the server's current number:
///
/// - A former primary that was not fenced does not get new numbers. Its data is valid for ``lifetime`` after the last
///   one, so that ended sessions do not reappear.
/// - A server with an older number than an acknowledged one has lost commits. It is marked for all processes, which
///   return 503 until `after-restore` has run (V1, V5).
/// - A server's data is valid only with the same number of `after-restore` runs as at the last heartbeat. After a
///   restore, numbers continue from an older one, which a former primary may exceed.
///
/// Readiness depends on the age of the last heartbeat.
final class Heartbeat: Sendable {
    /// The time for which data is valid, and the process ready, after the last acknowledged heartbeat.
    static let lifetime: Duration = .seconds(5)
    static let interval: Duration = .seconds(1)
    /// The time for which rows of ended processes are stored. A process that was suspended for longer starts again.
    private static let memory: Duration = .days(30)

    private struct State {
        var id = UUID()
        /// The acknowledged heartbeats, newest last, with the time before each was sent.
        var acknowledged: [(number: Int64, sentAt: ContinuousClock.Instant)] = []
        /// The number of `after-restore` runs at the last heartbeat; nil before the first.
        var restores: Int64?
        var isBroken = false
        /// Whether the database's time was far behind at the last heartbeat: all requests fail.
        var isClockBehind = false
        /// The timeline of the server of the last heartbeat, acknowledged or not.
        var timeline: Int64?
        /// Whether a server without the newest heartbeats was read.
        var hasSeenReplaced = false
    }

    private struct Acknowledgment: Sendable {
        let number: Int64
        let restores: Int64
        let isBroken: Bool
        let now: Timestamp
    }

    private let pool: PostgresPool
    /// Shared by all pools of the process.
    let connectionLog: LogThrottle
    /// The clock of the process.
    let clock: DatabaseClock
    private let logger: Logger
    private let instant: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    private static let store = PostgresStatement(
        """
        INSERT INTO processes AS p (id, beat, beaten_at, migrations)
        VALUES ($1, 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, $2)
        ON CONFLICT (id) DO UPDATE SET beat = p.beat + 1, beaten_at = excluded.beaten_at
        RETURNING beat
        """)
    private static let continuity = PostgresStatement(
        "SELECT restores, is_broken, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM continuity")
    // The first eight digits of a WAL file name
    // (https://www.postgresql.org/docs/15/functions-admin.html#FUNCTIONS-ADMIN-BACKUP).
    static let timelineQuery = PostgresStatement(
        "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint")
    private static let mark = PostgresStatement("UPDATE continuity SET is_broken = true")
    private static let forget = PostgresStatement(
        "DELETE FROM processes WHERE beaten_at < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $1")

    init(
        settings: PostgresSettings, logger: Logger,
        instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        connectionLog = LogThrottle(logger)
        pool = PostgresPool(settings: settings, size: 1, timeout: .seconds(2), log: connectionLog)
        self.logger = logger
        self.instant = instant
        clock = DatabaseClock(instant: instant)
    }

    var process: UUID { state.withLock(\.id) }

    /// The latest acknowledged number.
    var acknowledged: Int64 { state.withLock { $0.acknowledged.last?.number ?? 0 } }

    /// Whether no heartbeat was acknowledged recently.
    var isSilent: Bool { !isYoung(state.withLock { $0.acknowledged.last?.sentAt }) }

    /// The timeline of the server of the last heartbeat; nil before the first.
    var timeline: Int64? { state.withLock(\.timeline) }

    /// Returns whether a server without acknowledged heartbeats was read since the last call.
    func drainSeenReplaced() -> Bool {
        state.withLock { state in
            defer { state.hasSeenReplaced = false }
            return state.hasSeenReplaced
        }
    }

    func reconnect(to host: PostgresHost?) { pool.reconnect(to: host) }

    private func isYoung(_ sentAt: ContinuousClock.Instant?) -> Bool {
        sentAt.map { $0.duration(to: instant()) <= Self.lifetime } ?? false
    }

    /// Sends the next heartbeat, and returns after a failover cannot lose it.
    func send() async throws {
        let sentAt = instant()
        let before = state.withLock { state in
            if let last = state.acknowledged.last, last.sentAt.duration(to: sentAt) > Self.memory / 2 {
                state = State()
            }
            return state
        }
        let written = try await pool.write {
            [
                self, id = before.id, restores = before.restores, isNew = before.restores == nil,
                newest = before.acknowledged.last?.number ?? 0
            ] transaction in
            if isNew { transaction.queue(Self.forget(Self.memory.milliseconds)) }
            let results = try transaction.run([
                Self.store(id, Int64(Migration.all.count)), Self.continuity(), Self.timelineQuery(),
            ])
            let timeline = try results[2].first?.value(0, as: Int64.self)
            state.withLock { $0.timeline = timeline }
            guard let number = try results[0].first?.value(0, as: Int64.self), let row = results[1].first else {
                throw PostgresError.unexpectedValue(column: 0, type: "beat")
            }
            let written = Acknowledgment(
                number: number, restores: try row.value(0), isBroken: try row.value(1),
                now: Timestamp(milliseconds: try row.value(2)))
            guard written.restores == restores, number <= newest, !written.isBroken else { return written }
            try transaction.run(Self.mark())
            return Acknowledgment(number: number, restores: written.restores, isBroken: true, now: written.now)
        }.value
        let isClockBehind = (try? clock.now(written.now)) == nil
        let hasBroken = state.withLock { state in
            defer { state.isBroken = written.isBroken }
            state.isClockBehind = isClockBehind
            if written.restores != state.restores || written.isBroken { state.acknowledged = [] }
            state.restores = written.restores
            state.acknowledged.append((written.number, sentAt))
            if state.acknowledged.count > 16 { state.acknowledged.removeFirst() }
            return written.isBroken && !state.isBroken
        }
        if hasBroken { logger.critical("the database has lost commits: run latchkey-server after-restore") }
    }

    /// Throws ``StoreError`` unless the last heartbeat is recent, no commit was lost, and the time is usable.
    func demandReadiness() throws {
        let (sentAt, isBroken, isClockBehind) = state.withLock {
            ($0.acknowledged.last?.sentAt, $0.isBroken, $0.isClockBehind)
        }
        if isBroken { throw Self.lost }
        guard isYoung(sentAt) else { throw Self.silent }
        if isClockBehind { throw DatabaseClock.isBehind }
    }

    /// Throws unless data of this moment is valid.
    func demandFresh(_ moment: DatabaseMoment) throws {
        if moment.isBroken { throw Self.lost }
        let known = try state.withLock { state in
            if state.isBroken { throw Self.lost }
            // Numbers of another history are meaningless.
            guard moment.restores == state.restores else { throw Self.silent }
            return state.acknowledged.last { $0.number <= moment.heartbeat ?? 0 }
        }
        guard isYoung(known?.sentAt) else {
            state.withLock { $0.hasSeenReplaced = true }
            throw Self.silent
        }
    }

    /// Throws unless the server has all heartbeats ``acknowledged`` before, so that it may be written to.
    func demandContinuity(_ moment: DatabaseMoment, since acknowledged: Int64) throws {
        if moment.isBroken { throw Self.lost }
        let (restores, isBroken) = state.withLock { ($0.restores, $0.isBroken) }
        if isBroken { throw Self.lost }
        guard moment.restores == restores, moment.heartbeat ?? 0 >= acknowledged else {
            throw StoreError.unavailable(code: "lacks commits")
        }
    }

    func close() { pool.close() }

    private static let lost = StoreError.unavailable(code: "lost commits")
    private static let silent = StoreError.unavailable(code: "no heartbeat")
}
