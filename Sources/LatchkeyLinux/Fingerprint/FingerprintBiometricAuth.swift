public import LatchkeyBiometrics

/// Biometric authentication with a fingerprint reader on Linux, through fprintd.
///
/// It is weaker than Apple's biometrics: the reader releases no key, and does not report whether a finger was enrolled
/// since. See `LockPlatform.linux(…)`. Leave it disabled until the user enables it.
///
/// The system shows no prompt: the app shows the hints. Each request uses its own connection to the real system bus,
/// whatever the environment. It accepts messages only from the process that was fprintd when the request began. The
/// reader is released when a request ends or is cancelled, and when the process is killed.
public struct FingerprintBiometricAuth: BiometricAuthProtocol {
    let bus: String
    private let timeLimit: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let onHint: @Sendable (FingerprintHint) -> Void

    /// Creates an authenticator that uses fprintd.
    ///
    /// - Parameters:
    ///   - timeLimit: The maximum wait for a finger; fprintd itself has none. Afterwards the request ends as
    ///     `systemCanceled`, which is not a failed attempt.
    ///   - onHint: Called on any thread with the hint to show during a request.
    public init(timeLimit: Duration = .seconds(30), onHint: @escaping @Sendable (FingerprintHint) -> Void = { _ in }) {
        self.init(bus: DBusConnection.systemBus, timeLimit: timeLimit, clock: ContinuousClock(), onHint: onHint)
    }

    /// Creates an authenticator for tests, with another bus and another clock.
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

    /// Returns the user's enrolled fingers, by fprintd's names such as `right-index-finger`. Throws like `status()`.
    public func enrolledFingers() async throws(BiometricAuthError) -> [String] {
        do {
            return try await find().enrolledFingers()
        } catch {
            throw BiometricAuthError(error)
        }
    }

    /// Requests a fingerprint match. There is no prompt: the app shows the reason with the hints.
    public func authenticate(reason: String) async -> BiometricOutcome {
        do throws(DBusError) {
            let reader = try await find()
            _ = try await reader.enrolledFingers()
            // A cancelled call could still claim the reader, which would then not be released.
            try await uncancelled { () async throws(DBusError) in try await reader.claim() }
            let outcome = await ask(reader)
            await uncancelled { await reader.release() }
            return outcome
        } catch {
            return .rejected(BiometricAuthError(error))
        }
    }

    /// Requests a finger, like ``authenticate(reason:)``: fprintd has no alternative.
    public func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await authenticate(reason: reason)
    }

    private func find() async throws(DBusError) -> FingerprintReader {
        try await FingerprintReader(on: try await DBusConnection.open(bus))
    }

    private func ask(_ reader: FingerprintReader) async -> BiometricOutcome {
        // Before the start: a finger that is already on the reader may be reported before the reply.
        let statuses = await reader.statuses()
        do throws(DBusError) {
            if Task.isCancelled { throw .cancelled }
            try await uncancelled { () async throws(DBusError) in try await reader.startVerifying() }
        } catch {
            return .rejected(BiometricAuthError(error))
        }
        onHint(.touch)
        return await withTaskGroup(of: BiometricOutcome.self) { group in
            group.addTask { await outcome(of: statuses) }
            group.addTask { await timeOut() }
            defer { group.cancelAll() }
            return await group.next() ?? .rejected(.appCanceled)
        }
    }

    private func outcome(of statuses: AsyncStream<DBusSignal>) async -> BiometricOutcome {
        for await signal in statuses {
            switch VerifyStatus(signal.values) {
            case .match: return .authenticated
            case .rejected(let error): return .rejected(error)
            case .hint(let hint): onHint(hint)
            }
        }
        // fprintd or the connection has ended.
        return .rejected(Task.isCancelled ? .appCanceled : .notAvailable)
    }

    private func timeOut() async -> BiometricOutcome {
        do {
            try await sleep(timeLimit)
            return .rejected(.systemCanceled)
        } catch {
            return .rejected(.appCanceled)
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
