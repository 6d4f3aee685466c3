/// A timer that locks an open app at its timeout, while the user is away. If the platform counts idle time, it also
/// locks an app that stays in front unused.
@MainActor
final class TimeoutTimer {
    private weak var service: PasscodeService?
    /// Whether an app in front locks when it is unused.
    private let countsIdleTime: Bool
    private let clock: any LockClock
    private let sleep: @Sendable (Duration) async throws -> Void
    private let onAway: @MainActor (Bool) -> Void
    private var lastActivity: ClockReading
    private var checks: Task<Void, Never>?
    private var isTimingAbsence = false

    /// - Parameters:
    ///   - service: The lock, whose clock is used.
    ///   - countsIdleTime: Whether an app in front locks when it is unused.
    ///   - waits: Waits between the checks.
    ///   - onAway: Called with true when an absence of the open app begins, and with false when its timeout ends.
    init(
        _ service: PasscodeService, countsIdleTime: Bool, waits: any Clock<Duration>,
        onAway: @escaping @MainActor (Bool) -> Void
    ) {
        (self.service, self.countsIdleTime, self.onAway) = (service, countsIdleTime, onAway)
        clock = service.vault.parts.clock
        lastActivity = clock.reading()
        sleep = { try await waits.sleep(for: $0) }
    }

    /// Restarts the idle time, unless the timeout has passed: it then locks even if no check has run yet.
    func recordActivity() {
        checkIdleTime()
        lastActivity = clock.reading()
    }

    /// Starts or stops the checks, as the lock's state and the app's presence require.
    func update() {
        guard let service else { return }
        let isOpen = service.isProtected && !service.isLocked
        let isTimingAbsence = isOpen && service.reports.isAway
        if isTimingAbsence != self.isTimingAbsence { onAway(isTimingAbsence) }
        self.isTimingAbsence = isTimingAbsence
        guard isTimingAbsence || isOpen && countsIdleTime else {
            checks?.cancel()
            return checks = nil
        }
        guard checks == nil else { return }
        lastActivity = clock.reading()
        checks = Task { await run() }
    }

    /// Locks if the app in front was idle for its timeout, or if the time is in doubt. `LockTimeout.immediately` means
    /// one minute here, since it concerns leaving the app.
    func checkIdleTime() {
        guard countsIdleTime, let service else { return }
        guard service.isProtected, !service.isLocked else { return lastActivity = clock.reading() }
        let limit = service.timeout == .immediately ? LockTimeout.oneMinute : service.timeout
        if limit.isReached(from: lastActivity, to: clock.reading()) { service.send(.lockRequired, because: .absence) }
    }

    /// Checks until the lock is released or the task is cancelled. If idle time counts, it checks each second, and so
    /// soon after the machine wakes. Otherwise it checks when the absence reaches the timeout.
    private func run() async {
        // The lock is not retained during the pause.
        while let pause = check() {
            do { try await sleep(pause) } catch { return }
        }
    }

    /// Returns the time until the next check, or nil once the lock is released.
    private func check() -> Duration? {
        guard let service else { return nil }
        service.lockIfTimedOut()
        return countsIdleTime ? .seconds(1) : max(.seconds(1), service.reports.timeLeft)
    }
}
