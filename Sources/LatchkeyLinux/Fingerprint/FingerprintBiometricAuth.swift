public import LatchkeyBiometrics

/// A fingerprint reader on Linux, through fprintd.
///
/// Weaker than the biometrics of Apple's systems: the reader answers yes or no and releases no key, and the app does
/// not learn whether a finger was enrolled since. See `LockPlatform.linux(…)`; leave it off until the user turns it on.
///
/// The system shows no prompt: the app tells the user what to do at the reader, by the hints. Every request has a
/// connection of its own to the real system bus, whatever the environment says, and accepts answers only from the
/// process that was fprintd when the request began. The reader is released when a request ends, cancelled or not, and
/// when the process is killed.
public struct FingerprintBiometricAuth: BiometricAuthProtocol {
    let bus: String
    private let timeLimit: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let onHint: @Sendable (FingerprintHint) -> Void

    /// - Parameters:
    ///   - timeLimit: The longest wait of a request for a finger; fprintd itself waits without limit. Then the request
    ///     ends as `systemCanceled`, which is not a failed attempt.
    ///   - onHint: Called, on any thread, with what the user should do while a request waits.
    public init(timeLimit: Duration = .seconds(30), onHint: @escaping @Sendable (FingerprintHint) -> Void = { _ in }) {
        self.init(bus: DBusConnection.systemBus, timeLimit: timeLimit, clock: ContinuousClock(), onHint: onHint)
    }

    /// For tests: with another bus and another clock.
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

    /// The user's enrolled fingers, by fprintd's names such as `right-index-finger`. Throws like `status()`.
    public func enrolledFingers() async throws(BiometricAuthError) -> [String] {
        do {
            return try await find().enrolledFingers()
        } catch {
            throw BiometricAuthError(error)
        }
    }

    /// Asks for a finger. There is no prompt to show the reason: the app shows it with the hints.
    public func authenticate(reason: String) async -> BiometricOutcome {
        do throws(DBusError) {
            let reader = try await find()
            _ = try await reader.enrolledFingers()
            // A cancelled call may still claim the reader, which would then not be released.
            try await uncancelled { () async throws(DBusError) in try await reader.claim() }
            let outcome = await ask(reader)
            await uncancelled { await reader.release() }
            return outcome
        } catch {
            return .refused(BiometricAuthError(error))
        }
    }

    /// Asks for a finger, like ``authenticate(reason:)``: fprintd has no alternative.
    public func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await authenticate(reason: reason)
    }

    private func find() async throws(DBusError) -> FingerprintReader {
        try await FingerprintReader(on: try await DBusConnection.open(bus))
    }

    private func ask(_ reader: FingerprintReader) async -> BiometricOutcome {
        // Before the start: the answer to a finger that is on the reader already may come before the reply.
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

/// Performs the work to its end, even if the calling task is cancelled.
private func uncancelled<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let task = Task<Result<Value, Failure>, Never> {
        do throws(Failure) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
    return try await task.value.get()
}
