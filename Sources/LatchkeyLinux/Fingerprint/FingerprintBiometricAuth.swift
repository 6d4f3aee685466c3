public import LatchkeyBiometrics

/// A fingerprint reader on Linux, through fprintd.
///
/// Weaker than the biometrics of Apple's systems: the reader answers yes or no and releases no key, and nothing tells
/// whether a finger was added since. See `LockPlatform.linux(…)`; leave it off until its user turns it
/// on.
///
/// The system shows no prompt: the app says what to do at the reader, by the hints. Every request has a connection of
/// its own to the real system bus, whatever the environment says, and counts only what the process says that was
/// fprintd when the request began. The reader is free again when a request has ended, cancelled or not, and when the
/// process is killed.
public struct FingerprintBiometricAuth: BiometricAuthProtocol {
    let bus: String
    private let timeLimit: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let onHint: @Sendable (FingerprintHint) -> Void

    /// Asks nobody yet.
    ///
    /// - Parameters:
    ///   - timeLimit: How long a request waits for a finger; fprintd itself waits for ever. Then it ends as
    ///     `systemCanceled`, which counts as no failure.
    ///   - onHint: Hears what the person should do, while a request waits. On no particular thread.
    public init(timeLimit: Duration = .seconds(30), onHint: @escaping @Sendable (FingerprintHint) -> Void = { _ in }) {
        self.init(bus: DBusConnection.systemBus, timeLimit: timeLimit, clock: ContinuousClock(), onHint: onHint)
    }

    /// For tests: another bus, and a clock of theirs.
    package init(
        bus: String, timeLimit: Duration = .seconds(30), clock: some Clock<Duration> = ContinuousClock(),
        onHint: @escaping @Sendable (FingerprintHint) -> Void = { _ in }
    ) {
        (self.bus, self.timeLimit, self.onHint) = (bus, timeLimit, onHint)
        sleep = { try await clock.sleep(for: $0) }
    }

    public func status() async throws(BiometricAuthError) -> BiometricType {
        _ = try await enrolledFingers()
        return .fingerprint
    }

    /// The fingers of this user that are enrolled, by fprintd's names such as `right-index-finger`. Throws as
    /// `status()` does.
    public func enrolledFingers() async throws(BiometricAuthError) -> [String] {
        do {
            return try await find().enrolledFingers()
        } catch {
            throw BiometricAuthError(error)
        }
    }

    /// Asks for a finger. The reason is not shown, for want of a prompt: the app says it where it shows the hints.
    public func authenticate(reason: String) async -> BiometricOutcome {
        do throws(DBusError) {
            let reader = try await find()
            _ = try await reader.enrolledFingers()
            // Given up on the way, it would be claimed all the same, and nobody would give it back.
            try await uncancelled { () async throws(DBusError) in try await reader.claim() }
            let outcome = await ask(reader)
            await uncancelled { await reader.release() }
            return outcome
        } catch {
            return .refused(BiometricAuthError(error))
        }
    }

    /// Asks for a finger, as ``authenticate(reason:)`` does: fprintd has no other way to offer.
    public func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await authenticate(reason: reason)
    }

    private func find() async throws(DBusError) -> FingerprintReader {
        try await FingerprintReader(on: try await DBusConnection.open(bus))
    }

    private func ask(_ reader: FingerprintReader) async -> BiometricOutcome {
        // Before the start: the answer to a finger that lies there already may be faster than that to the start.
        let statuses = await reader.statuses()
        do throws(DBusError) {
            if Task.isCancelled { throw .cancelled }
            try await uncancelled { () async throws(DBusError) in try await reader.startVerifying() }
        } catch {
            return .refused(BiometricAuthError(error))
        }
        onHint(.touch)
        return await withTaskGroup(of: BiometricOutcome.self) { group in
            group.addTask { await answer(statuses) }
            group.addTask { await timeOut() }
            defer { group.cancelAll() }
            return await group.next() ?? .refused(.appCanceled)
        }
    }

    private func answer(_ statuses: AsyncStream<DBusSignal>) async -> BiometricOutcome {
        for await signal in statuses {
            switch VerifyStatus(signal.values) {
            case .match: return .authenticated
            case .refused(let error): return .refused(error)
            case .hint(let hint): onHint(hint)
            }
        }
        // fprintd has ended, or the bus.
        return .refused(Task.isCancelled ? .appCanceled : .notAvailable)
    }

    private func timeOut() async -> BiometricOutcome {
        do {
            try await sleep(timeLimit)
            return .refused(.systemCanceled)
        } catch {
            return .refused(.appCanceled)
        }
    }
}
