internal import Foundation

/// The durable count of attempts: each is stored before the passcode is verified.
struct AttemptLimiter: Sendable {
    let store: LockStore
    let clock: any LockClock
    let policy: AttemptPolicy

    /// A recorded attempt, for which a passcode may be verified.
    struct Attempt: Sendable, Equatable {
        let ordinal: UInt64
        /// The failures in a row that count against the limit if this attempt fails.
        let failures: UInt64
    }

    /// The result of requesting an attempt.
    enum Outcome: Sendable, Equatable {
        /// The attempt is recorded; a passcode may be verified.
        case taken(Attempt)
        /// No attempt was recorded. The next one is accepted at this time of day.
        case wait(until: Date)
        /// No attempt was recorded, because none are left.
        case exhausted
    }

    /// Records an attempt. A missing count is an error: only `start()` creates one.
    func take() async throws(VaultError) -> Outcome {
        try await update { [policy] record, now in
            if policy != .unlimited, record.limitedFailures >= AttemptPolicy.limit { return .exhausted }
            if let wait = record.wait(at: now) { return .wait(until: now.wall.addingTimeInterval(wait.timeInterval)) }
            let ordinal = record.take(at: now, isLimited: policy != .unlimited)
            return .taken(Attempt(ordinal: ordinal, failures: record.limitedFailures))
        }
    }

    /// Settles a successful attempt.
    func clearFailures(_ ordinal: UInt64) async throws(VaultError) {
        try await update { record, now in record.clearFailures(ordinal, at: now) }
    }

    /// Refunds an attempt for which no passcode was verified.
    func refund(_ ordinal: UInt64) async throws(VaultError) {
        try await update { record, _ in record.refund(ordinal) }
    }

    struct Status: Sendable, Equatable {
        /// The failures in a row.
        let failures: UInt64
        /// The end of the delay, or nil without a delay.
        let waitUntil: Date?
        /// Whether no attempts are left.
        let isExhausted: Bool
    }

    /// Reads the count. A delay that restarts because the system was restarted is stored, so that it ends at the
    /// returned time.
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

    /// Whether the attempt is the last one: if it fails, the limit is reached.
    func isLast(_ attempt: Attempt) -> Bool { policy != .unlimited && attempt.failures >= AttemptPolicy.limit }

    /// Whether the passcode was last verified longer ago than the interval. True in doubt: the time of day was set back
    /// since.
    func isPasscodeDue(after interval: Duration) async throws(VaultError) -> Bool {
        guard let bytes = try await store.load(.attempts) else { throw .counterMissing }
        let passed = clock.reading().wall.timeIntervalSince(try AttemptRecord(bytes: bytes).given)
        return !(passed >= -LockTimeout.tolerance && passed < interval.timeInterval)
    }

    /// Whether no attempts are left.
    func isExhausted() async throws(VaultError) -> Bool { try await status().isExhausted }

    /// Resets the count before there is a passcode. Throws `.conflict` if another process has changed the count since
    /// it was read.
    func start(replacing old: [UInt8]?) async throws(VaultError) {
        let new = AttemptRecord(at: clock.reading()).bytes
        try await store.update(.attempts) { bytes throws(VaultError) in
            guard bytes == old else { throw .conflict }
            return (new, ())
        }
    }

    /// Resets the count after a proof.
    func start() async throws(VaultError) {
        try await store.save(AttemptRecord(at: clock.reading()).bytes, to: .attempts)
    }

    /// Creates a count if it is absent: an earlier app's record has none.
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
            // The clock is read under the store's lock, since another process may have written during the wait.
            let result = change(&record, clock.reading())
            return (record.bytes, result)
        }
    }
}

/// The durable count of attempts, as a value.
///
/// Each attempt has an ordinal. A successful attempt clears itself and all before it; later attempts of other processes
/// still count.
struct AttemptRecord: Equatable {
    /// The ordinal of the latest attempt.
    private(set) var made: UInt64
    /// The ordinal up to which attempts are cleared.
    private(set) var cleared: UInt64
    /// The ordinal up to which attempts were made without a limit. They cause a delay, but do not count against a limit
    /// that the app sets later.
    private(set) var unlimited: UInt64
    /// The time of the latest attempt: the run of the system, and the time since its start.
    private(set) var bootID: String
    private(set) var continuous: Duration
    /// The time of day, in whole seconds, at which the passcode was last verified or set.
    private(set) var given: Date

    init(at now: ClockReading) {
        (made, cleared, unlimited) = (0, 0, 0)
        (bootID, continuous) = (now.bootID, now.continuous)
        given = now.secondOfDay
    }

    /// The number of attempts since the last successful one, including one in progress.
    var failures: UInt64 { made - cleared }

    /// The failures that count against a limit.
    var limitedFailures: UInt64 { made - max(cleared, unlimited) }

    /// Records an attempt and returns its ordinal. Call it only after `wait(at:)` returned nil.
    mutating func take(at now: ClockReading, isLimited: Bool = true) -> UInt64 {
        made += 1
        if !isLimited { unlimited = made }
        stamp(now)
        return made
    }

    /// Refunds an attempt for which no passcode was verified, unless another attempt was recorded since.
    mutating func refund(_ ordinal: UInt64) {
        guard made == ordinal, ordinal > cleared else { return }
        made -= 1
        unlimited = min(unlimited, made)
    }

    /// Clears the successful attempt and all before it.
    mutating func clearFailures(_ ordinal: UInt64, at now: ClockReading) {
        cleared = max(cleared, min(ordinal, made))
        given = now.secondOfDay
    }

    /// The remaining delay, or nil. If the time since the last attempt is unknown, the delay restarts at this reading.
    /// A restart of the system thus does not shorten it, and it still ends.
    mutating func wait(at now: ClockReading) -> Duration? {
        let delay = AttemptPolicy.delay(afterFailures: failures)
        guard delay > .zero else { return nil }
        let last = ClockReading(bootID: bootID, continuous: continuous, wall: now.wall)
        guard let passed = now.elapsed(since: last) else {
            stamp(now)
            return delay
        }
        return passed >= delay ? nil : delay - passed
    }

    private mutating func stamp(_ now: ClockReading) {
        (bootID, continuous) = (now.bootID, now.continuous)
    }
}

extension AttemptRecord {
    private static let version: UInt8 = 1
    /// Far above any number of attempts, so that a damaged record cannot overflow a sum.
    private static let ceiling: UInt64 = 1 << 48

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(Self.version)
        writer.put(made)
        writer.put(cleared)
        writer.put(unlimited)
        writer.putBlock(Array(bootID.utf8))
        writer.put(UInt64(clamping: continuous.components.seconds))
        writer.put(UInt64(clamping: continuous.components.attoseconds))
        writer.put(UInt64(clamping: Int64(given.timeIntervalSince1970)))
        return Checksummed.frame(writer.bytes)
    }

    init(bytes: [UInt8]) throws(VaultError) {
        var reader = ByteReader(try Checksummed.body(of: bytes))
        let version = try reader.takeByte()
        guard version == Self.version else { throw .unsupportedVersion(version) }
        made = try reader.takeNumber()
        cleared = try reader.takeNumber()
        guard cleared <= made, made < Self.ceiling else { throw .damaged }
        unlimited = try reader.takeNumber()
        guard unlimited <= made else { throw .damaged }
        guard let id = try reader.takeBlock(), id.count <= 64 else { throw .damaged }
        bootID = String(decoding: id, as: UTF8.self)
        let seconds = try reader.takeNumber()
        let attoseconds = try reader.takeNumber()
        guard seconds < Self.ceiling, attoseconds < 1_000_000_000_000_000_000 else { throw .damaged }
        continuous = Duration(secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
        let given = try reader.takeNumber()
        guard given < Self.ceiling else { throw .damaged }
        self.given = Date(timeIntervalSince1970: TimeInterval(given))
        try reader.finish()
    }
}

extension ClockReading {
    /// The time of day in whole seconds, and not before 1970.
    var secondOfDay: Date {
        let seconds = wall.timeIntervalSince1970
        return Date(timeIntervalSince1970: seconds >= 0 && seconds < 1e14 ? seconds.rounded(.down) : 0)
    }
}
