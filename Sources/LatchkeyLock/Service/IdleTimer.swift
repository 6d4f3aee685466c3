/// Locks an app that is not used: for windows that stay in front, on a desktop or in a terminal, where no absence is
/// reported.
///
/// ```swift
/// let timer = lock.idleTimer()
/// let watching = Task { await timer.run() }
/// // At each key and click:
/// timer.touch()
/// ```
@MainActor
public final class IdleTimer {
    private let service: PasscodeService
    private let clock: any LockClock
    private let sleep: @Sendable (Duration) async throws -> Void
    private var touched: ClockReading

    package init(
        _ service: PasscodeService, clock: some LockClock = SystemLockClock(),
        waits: some Clock<Duration> = ContinuousClock()
    ) {
        (self.service, self.clock, touched) = (service, clock, clock.reading())
        sleep = { try await waits.sleep(for: $0) }
    }

    /// The app was used just now.
    public func touch() { touched = clock.reading() }

    /// Checks each second until the task is cancelled, so also soon after the machine wakes.
    public func run() async {
        while !Task.isCancelled {
            check()
            do { try await sleep(.seconds(1)) } catch { return }
        }
    }

    /// Locks when the app was idle for its timeout, or the time is in doubt. `LockTimeout.immediately` counts as one
    /// minute here: it is about leaving the app, not about reading.
    public func check() {
        guard service.isProtected, !service.isLocked else { return touch() }
        let limit = service.timeout == .immediately ? LockTimeout.oneMinute : service.timeout
        if limit.isReached(from: touched, to: clock.reading()) { service.send(.lockRequired, because: .absence) }
    }
}

extension PasscodeService {
    /// A timer that locks this app when it is not used.
    public func idleTimer() -> IdleTimer { IdleTimer(self) }
}
