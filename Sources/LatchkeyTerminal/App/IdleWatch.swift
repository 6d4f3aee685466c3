internal import LatchkeyLock

/// Locks an app that nobody types in: a terminal does not tell when its window is out of sight.
@MainActor
final class IdleWatch {
    private let service: PasscodeService
    private let clock: any LockClock
    private let sleep: @Sendable (Duration) async throws -> Void
    private var touched: ClockReading

    init(
        _ service: PasscodeService, clock: some LockClock = SystemLockClock(),
        waits: some Clock<Duration> = ContinuousClock()
    ) {
        (self.service, self.clock, touched) = (service, clock, clock.reading())
        sleep = { try await waits.sleep(for: $0) }
    }

    /// Somebody typed.
    func touch() { touched = clock.reading() }

    /// Looks every second, until the task is cancelled: a machine that slept is looked at soon after it wakes.
    func run() async {
        while !Task.isCancelled {
            check()
            do { try await sleep(.seconds(1)) } catch { return }
        }
    }

    /// Locks when it was too long, or there is doubt about it. "Immediately" is about leaving; who reads is given a
    /// minute.
    func check() {
        guard service.isPasscodeEnabled, !service.isLocked else { return touch() }
        let limit = service.timeout == .immediately ? LockTimeout.oneMinute : service.timeout
        if limit.isReached(from: touched, to: clock.reading()) { service.requireLock() }
    }
}
