internal import Foundation

/// Counts guesses durably: each is stored before it is tried.
struct AttemptLimiter: Sendable {
    let store: LockStore
    let clock: any LockClock
    let policy: AttemptPolicy

    /// A guess that is recorded and may be tried.
    struct Guess: Sendable, Equatable {
        let ordinal: UInt64
        /// The failures in a row that count against the limit if this guess fails.
        let failures: UInt64
    }

    /// The result of asking for a guess.
    enum Outcome: Sendable, Equatable {
        /// The guess is recorded and may be tried.
        case taken(Guess)
        /// No guess was recorded: `.wait` or `.exhausted`.
        case refused(UnlockOutcome<VaultError>)
    }

    /// Records a guess. A missing count is an error: only `start()` begins one.
    func take() async throws(VaultError) -> Outcome {
        try await update { [policy] record, now in
            if policy != .unlimited, record.limitedFailures >= AttemptPolicy.limit { return .refused(.exhausted) }
            if let wait = record.wait(at: now) {
                return .refused(.wait(until: now.wall.addingTimeInterval(wait.timeInterval)))
            }
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

    struct Status: Sendable, Equatable {
        /// The failures in a row.
        let failures: UInt64
        /// The end of the wait, or nil when there is none.
        let waitUntil: Date?
        /// Whether no guesses are left.
        let isExhausted: Bool
    }

    /// Reads the count. A wait that starts again, because the system was restarted, starts now and is stored, so that it
    /// ends at the time that this returns.
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

    /// Whether the guess is the last one: if it is wrong, the limit is reached.
    func isLast(_ guess: Guess) -> Bool { policy != .unlimited && guess.failures >= AttemptPolicy.limit }

    /// Whether no guesses are left.
    func isExhausted() async throws(VaultError) -> Bool { try await status().isExhausted }

    /// Starts the count at zero, before there is a passcode to guess. Throws `.conflict` when another process has changed
    /// the count since it was read.
    func start(replacing old: [UInt8]?) async throws(VaultError) {
        let new = AttemptRecord(at: clock.reading()).bytes
        try await store.update(.attempts) { bytes throws(VaultError) in
            guard bytes == old else { throw .conflict }
            return (new, ())
        }
    }

    /// Starts the count at zero after a proof.
    func start() async throws(VaultError) {
        try await store.save(AttemptRecord(at: clock.reading()).bytes, to: .attempts)
    }

    /// Starts a count if there is none: requirement 01's record had none.
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
            // The clock is read under the store's lock: another process may have written while this one waited.
            let result = change(&record, clock.reading())
            return (record.bytes, result)
        }
    }
}
