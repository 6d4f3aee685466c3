/// A timer that locks an app that stays in front and is not used, where no absence is reported: on a desktop, in a
/// terminal.
@MainActor
final class IdleTimer {
    private weak var service: PasscodeService?
    private let clock: any LockClock
    private let sleep: @Sendable (Duration) async throws -> Void
    private var lastActivity: ClockReading

    /// - Parameters:
    ///   - service: The lock, whose clock measures the idle time.
    ///   - waits: Paces the checks.
    init(_ service: PasscodeService, waits: some Clock<Duration> = ContinuousClock()) {
        (self.service, clock) = (service, service.vault.parts.clock)
        lastActivity = clock.reading()
        sleep = { try await waits.sleep(for: $0) }
    }

    /// Restarts the idle time, unless it is over: an absence that no check has seen still locks.
    func recordActivity() {
        check()
        lastActivity = clock.reading()
    }

    /// Checks each second, so also soon after the machine wakes, until the lock is released.
    func run() async {
        while service != nil {
            check()
            do { try await sleep(.seconds(1)) } catch { return }
        }
    }

    /// Locks when the app was idle for its timeout, or the time is in doubt. `LockTimeout.immediately` counts as one
    /// minute here: it is about leaving the app, not about reading.
    func check() {
        guard let service, service.isProtected, !service.isLocked else { return lastActivity = clock.reading() }
        let limit = service.timeout == .immediately ? LockTimeout.oneMinute : service.timeout
        if limit.isReached(from: lastActivity, to: clock.reading()) { service.send(.lockRequired, because: .absence) }
    }
}
