import Foundation
import LatchkeyPostgres
import LatchkeyServerCore
import Logging
import Synchronization

/// Tells whether what this process reads is what all processes have written.
///
/// Each second the process writes a number durably, one more than the last. Whatever it reads comes with the number
/// that the same server has at that moment:
///
/// - A primary that a failover has replaced, and that was not told, gets no newer numbers. What it shows counts for
///   ``lifetime`` from the last one; so it does not go on showing sessions that have ended elsewhere.
/// - A server that has an older number than one that was acknowledged has lost commits. It is marked, for all
///   processes, and answers 503 until `after-restore` has ended what it might show again (V1, V5).
/// - What a server shows counts only where `after-restore` was run as often as it had been at the last beat. The
///   numbers then go on from an older one, which those of a primary that was replaced before are ahead of.
///
/// Whether the process is ready is the age of the last number.
final class Beat: Sendable {
    /// How long what is read counts, and the process is ready, behind the last acknowledged beat.
    static let lifetime: Duration = .seconds(5)
    static let interval: Duration = .seconds(1)
    /// Rows of processes that have ended are kept for so long. A process that was suspended longer begins anew.
    private static let memory: Duration = .days(30)

    private struct State {
        var id = UUID()
        /// The newest last, with the time before each was sent.
        var acknowledged: [(number: Int64, sentAt: ContinuousClock.Instant)] = []
        /// How often `after-restore` had been run at the last beat; nil before the first.
        var restores: Int64?
        var isBroken = false
        /// Whether the database's time was far behind at the last beat: what needs it, all requests, is refused.
        var isClockBehind = false
        /// Of the server that the last beat was sent to, whether it was acknowledged or not.
        var timeline: Int64?
        /// Whether a server was read that lacks the newest beats.
        var hasSeenReplaced = false
    }

    private struct Answer: Sendable {
        let number: Int64
        let restores: Int64
        let isBroken: Bool
        let now: Timestamp
    }

    private let pool: PostgresPool
    /// Shared by all pools of the process's.
    let connectionLog: LogThrottle
    /// The time of the process's.
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
    // The first eight digits of a segment's name
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

    /// The newest number that was acknowledged.
    var acknowledged: Int64 { state.withLock { $0.acknowledged.last?.number ?? 0 } }

    /// Whether it is too long ago that a beat was acknowledged, or none was.
    var isSilent: Bool { !isYoung(state.withLock { $0.acknowledged.last?.sentAt }) }

    /// The timeline of the server that the last beat was sent to; nil before the first.
    var timeline: Int64? { state.withLock(\.timeline) }

    /// Whether, since this was called last, a server was read that lacks beats which another has acknowledged.
    func takeSeenReplaced() -> Bool {
        state.withLock { state in
            defer { state.hasSeenReplaced = false }
            return state.hasSeenReplaced
        }
    }

    func reconnect(to host: PostgresHost?) { pool.reconnect(to: host) }

    private func isYoung(_ sentAt: ContinuousClock.Instant?) -> Bool {
        sentAt.map { $0.duration(to: instant()) <= Self.lifetime } ?? false
    }

    /// Writes the next number, and returns once a failover cannot lose it.
    func beat() async throws {
        let sentAt = instant()
        let before = state.withLock { state in
            if let last = state.acknowledged.last, last.sentAt.duration(to: sentAt) > Self.memory / 2 {
                state = State()
            }
            return state
        }
        let answer = try await pool.write {
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
            let answer = Answer(
                number: number, restores: try row.value(0), isBroken: try row.value(1),
                now: Timestamp(milliseconds: try row.value(2)))
            guard answer.restores == restores, number <= newest, !answer.isBroken else { return answer }
            try transaction.run(Self.mark())
            return Answer(number: number, restores: answer.restores, isBroken: true, now: answer.now)
        }.value
        let isClockBehind = (try? clock.now(answer.now)) == nil
        let hasBroken = state.withLock { state in
            defer { state.isBroken = answer.isBroken }
            state.isClockBehind = isClockBehind
            if answer.restores != state.restores || answer.isBroken { state.acknowledged = [] }
            state.restores = answer.restores
            state.acknowledged.append((answer.number, sentAt))
            if state.acknowledged.count > 16 { state.acknowledged.removeFirst() }
            return answer.isBroken && !state.isBroken
        }
        if hasBroken { logger.critical("the database has lost commits: run latchkey-server after-restore") }
    }

    /// - Throws: ``StoreError`` unless the last beat is young enough, no commit was lost, and the time can be used.
    func demandReadiness() throws {
        let (sentAt, isBroken, isClockBehind) = state.withLock {
            ($0.acknowledged.last?.sentAt, $0.isBroken, $0.isClockBehind)
        }
        if isBroken { throw Self.lost }
        guard isYoung(sentAt) else { throw Self.silent }
        if isClockBehind { throw DatabaseClock.isBehind }
    }

    /// Whether what a server showed may be shown.
    func demandFresh(_ moment: DatabaseMoment) throws {
        if moment.isBroken { throw Self.lost }
        let known = try state.withLock { state in
            if state.isBroken { throw Self.lost }
            // The numbers of another history say nothing.
            guard moment.restores == state.restores else { throw Self.silent }
            return state.acknowledged.last { $0.number <= moment.beat ?? 0 }
        }
        guard isYoung(known?.sentAt) else {
            state.withLock { $0.hasSeenReplaced = true }
            throw Self.silent
        }
    }

    /// Whether a server may be written to: it has all that was ``acknowledged`` before it was asked.
    func demandContinuity(_ moment: DatabaseMoment, since acknowledged: Int64) throws {
        if moment.isBroken { throw Self.lost }
        let (restores, isBroken) = state.withLock { ($0.restores, $0.isBroken) }
        if isBroken { throw Self.lost }
        guard moment.restores == restores, moment.beat ?? 0 >= acknowledged else {
            throw StoreError.unavailable(code: "lacks commits")
        }
    }

    func close() { pool.close() }

    private static let lost = StoreError.unavailable(code: "lost commits")
    private static let silent = StoreError.unavailable(code: "no beat")
}
