internal import Foundation

/// Counts guesses where they cannot be forgotten: each is written before it is tried.
struct AttemptLimiter: Sendable {
    let store: LockStore
    let clock: any LockClock
    let policy: AttemptPolicy

    /// A guess that is recorded and may be tried.
    struct Guess: Sendable, Equatable {
        let ordinal: UInt64
        /// The failures in a row that count against the limit, should this guess be one.
        let failures: UInt64
    }

    /// What came of asking for a guess.
    enum Answer: Sendable, Equatable {
        /// The guess is recorded and may be tried.
        case taken(Guess)
        /// No guess before then; none was recorded.
        case wait(until: Date)
        /// All guesses are spent.
        case exhausted
    }

    /// Records a guess. A missing count is an error: only `start()` begins one.
    func take() async throws(VaultError) -> Answer {
        try await update { [policy] record, now in
            if policy != .unlimited, record.limitedFailures >= AttemptPolicy.limit { return .exhausted }
            if let wait = record.wait(at: now) { return .wait(until: now.wall.addingTimeInterval(wait.timeInterval)) }
            let ordinal = record.take(at: now, isLimited: policy != .unlimited)
            return .taken(Guess(ordinal: ordinal, failures: record.limitedFailures))
        }
    }

    /// Settles a right guess.
    func forgive(_ ordinal: UInt64) async throws(VaultError) {
        try await update { record, _ in record.forgive(ordinal) }
    }

    /// Settles a guess that could not be tried.
    func giveBack(_ ordinal: UInt64) async throws(VaultError) {
        try await update { record, _ in record.giveBack(ordinal) }
    }

    /// What the count says.
    struct Status: Sendable, Equatable {
        /// The failures in a row.
        let failures: UInt64
        /// The end of the wait, or nil when there is none.
        let waitUntil: Date?
        /// Whether all guesses are spent.
        let isExhausted: Bool
    }

    /// Reads the count. A wait that begins again, because the system was started since, begins now and is stored, so that
    /// who waits as long as this says has waited.
    func status() async throws(VaultError) -> Status {
        let now = clock.reading()
        guard let bytes = try await store.load(.attempts) else { throw .counterMissing }
        var record = try AttemptRecord(bytes: bytes)
        let before = record
        var wait = record.wait(at: now)
        if record != before { wait = try await update { record, now in record.wait(at: now) } }
        return Status(
            failures: record.failures, waitUntil: wait.map { now.wall.addingTimeInterval($0.timeInterval) },
            isExhausted: policy != .unlimited && record.limitedFailures >= AttemptPolicy.limit)
    }

    /// Whether the guess, should it be wrong, is the one too many.
    func isLast(_ guess: Guess) -> Bool { policy != .unlimited && guess.failures >= AttemptPolicy.limit }

    /// Whether all guesses are spent.
    func isExhausted() async throws(VaultError) -> Bool { try await status().isExhausted }

    /// Begins to count from zero, before there is anything to guess. Throws `.conflict` when another process has counted
    /// since this was read.
    func start(replacing old: [UInt8]?) async throws(VaultError) {
        let new = AttemptRecord(at: clock.reading()).bytes
        try await store.update(.attempts) { bytes throws(VaultError) in
            guard bytes == old else { throw .conflict }
            return (new, ())
        }
    }

    /// Begins to count from zero after a proof.
    func start() async throws(VaultError) {
        try await store.save(AttemptRecord(at: clock.reading()).bytes, to: .attempts)
    }

    /// Begins to count where nothing was counted before: for requirement 01's record, which had no count.
    func startIfMissing() async throws(VaultError) {
        let new = AttemptRecord(at: clock.reading()).bytes
        try await store.update(.attempts) { bytes throws(VaultError) in (bytes ?? new, ()) }
    }

    private func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout AttemptRecord, ClockReading) -> Result
    ) async throws(VaultError) -> Result {
        try await store.update(.attempts) { [clock] bytes throws(VaultError) in
            guard let bytes else { throw .counterMissing }
            var record = try AttemptRecord(bytes: bytes)
            // Read behind the store's lock: another process may have written while this one waited.
            let result = change(&record, clock.reading())
            return (record.bytes, result)
        }
    }
}
