import Foundation
import GRDB
import GRDBSQLite
import LatchkeyServerCore
import Synchronization

/// The only connection that writes. The most urgent write of this process goes first, and other processes also get
/// their turn.
///
/// SQLite has no queue for its lock. Its busy handler retries after up to 100 ms
/// (https://www.sqlite.org/c3ref/busy_timeout.html), while a busy process takes the lock again. Therefore a waiting
/// process retries every millisecond, and one that has had the lock for ``timeSlice`` leaves it free for two.
final class SQLiteWriter: Sendable {
    /// The end of a transaction.
    enum Completion {
        /// Committed; `then` runs afterwards.
        case commit(then: [@Sendable () -> Void] = [])
        case rollback
    }

    private struct Job {
        let asked: ContinuousClock.Instant
        let run: @Sendable (Database) -> Void
    }

    static let poll: Duration = .milliseconds(1)
    static let timeSlice: Duration = .milliseconds(25)
    static let pauseAfterTimeSlice: Duration = .milliseconds(2)

    private struct State {
        var waiting = PriorityQueue<Job>(priorities: WritePriority.allCases.count)
        var inProgress = 0
        var timeSliceBegan: ContinuousClock.Instant?
        /// The time when the last write succeeded; nil after a failure.
        var lastWritten: ContinuousClock.Instant?
    }

    private let pool: DatabasePool
    private let timeout: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sleep: @Sendable (Duration) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - timeout: How long a request's write waits, for other writes and for other processes together.
    ///   - now: The clock for waits and time slices.
    ///   - sleep: Blocks the thread.
    init(
        pool: DatabasePool, timeout: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping @Sendable (Duration) -> Void = { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }
    ) {
        self.pool = pool
        self.timeout = timeout
        self.now = now
        self.sleep = sleep
    }

    /// The number of waiting and running writes.
    var inProgress: Int { state.withLock { $0.inProgress } }

    /// Whether a write succeeded within this time, and none has failed since.
    func hasWritten(within time: Duration) -> Bool {
        state.withLock { $0.lastWritten }.map { now() - $0 <= time } ?? false
    }

    /// Runs `body` in a transaction that has the lock from the start. Rejects a write that waited too long: otherwise,
    /// while another process holds the database, each call would wait for the timeouts of all before it.
    func transaction<Value: Sendable>(
        as priority: WritePriority,
        _ body: @escaping @Sendable (Database) throws -> (Completion, Value)
    ) async throws -> Value {
        let asked = now()
        let deadline = asked + timeout * priority.timeoutFactor
        return try await withCheckedThrowingContinuation { continuation in
            let job = Job(asked: asked) { [self] db in
                let before = Self.pagesWritten(db)
                let result = Result { try run(body, db, until: deadline) }
                note(result, hasWritten: Self.pagesWritten(db) != before)
                continuation.resume(with: result)
            }
            state.withLock { state in
                state.waiting.append(job, priority: priority.rawValue)
                state.inProgress += 1
            }
            pool.asyncWriteWithoutTransaction { [self] db in
                nextJob()?.run(db)
                finishJob()
            }
        }
    }

    /// Returns the most urgent job; there is one per call. A background write is overdue after half of its time, so
    /// that activity is stored and sessions do not lock as idle.
    private func nextJob() -> Job? {
        state.withLock { state in
            let now = now()
            state.timeSliceBegan = state.timeSliceBegan ?? now
            return state.waiting.takeNext(isOverdue: { now - $0.asked > timeout / 2 })
        }
    }

    private func finishJob() {
        let isOver = state.withLock { state in
            state.inProgress -= 1
            guard !state.waiting.isEmpty else {
                state.timeSliceBegan = nil
                return false
            }
            guard let began = state.timeSliceBegan, now() - began >= Self.timeSlice else { return false }
            state.timeSliceBegan = nil
            return true
        }
        if isOver { sleep(Self.pauseAfterTimeSlice) }
    }

    private func run<Value>(
        _ body: (Database) throws -> (Completion, Value), _ db: Database,
        until deadline: ContinuousClock.Instant
    ) throws -> Value {
        guard now() <= deadline else { throw StoreError.unavailable(code: "queue") }
        return try SQLiteStore.mapErrors {
            try begin(db, until: deadline)
            do {
                let (completion, value) = try body(db)
                switch completion {
                case .commit(let then):
                    try db.commit()
                    for action in then { action() }
                case .rollback: try db.rollback()
                }
                return value
            } catch {
                // SQLite has already rolled back after some errors.
                if db.isInsideTransaction { try? db.rollback() }
                throw error
            }
        }
    }

    private func begin(_ db: Database, until deadline: ContinuousClock.Instant) throws {
        // Nil after the store is closed, which SQLite does not check.
        guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        sqlite3_busy_timeout(connection, 0)
        defer { sqlite3_busy_timeout(connection, Int32(clamping: timeout.milliseconds)) }
        while true {
            do {
                return try db.beginTransaction(.immediate)
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && now() < deadline
            {
                sleep(Self.poll)
            }
        }
    }

    /// Records the result. Ignores transactions that change nothing, because they succeed on a full disk or a read-only
    /// file.
    private func note<Value>(_ result: Result<Value, any Error>, hasWritten: Bool) {
        switch result {
        case .success: if hasWritten { state.withLock { $0.lastWritten = now() } }
        case .failure(is StoreError): state.withLock { $0.lastWritten = nil }
        case .failure: break
        }
    }

    /// The number of pages this connection has written to the log. Changes would not do: an unchanged row is counted
    /// but not written (https://www.sqlite.org/c3ref/c_dbstatus_options.html).
    private static func pagesWritten(_ db: Database) -> Int32 {
        // Nil after the store is closed.
        guard let connection = db.sqliteConnection else { return 0 }
        var count: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(connection, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 0)
        return count
    }
}
