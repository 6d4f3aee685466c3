public import LatchkeyLifecycle

/// Tells the lock when the app goes, comes back and has been away for too long.
///
/// ```swift
/// let manager = AppLockManager(service: service, lifecycle: lifecycle)
/// await manager.start()
/// ```
@MainActor
public final class AppLockManager {
    private let service: PasscodeService
    private let lifecycle: any AppLifecycleProtocol
    private let clock: any LockClock
    private var registrations: [LifecycleRegistration] = []
    /// When the app left, or nil while it is there.
    private var left: ClockReading?

    /// Watches nothing yet.
    public init(
        service: PasscodeService, lifecycle: any AppLifecycleProtocol, clock: any LockClock = SystemLockClock()
    ) {
        (self.service, self.lifecycle, self.clock) = (service, lifecycle, clock)
    }

    /// Watches the lifecycle from now on, until `stop()`, and reads what is stored. A second call only reads again.
    public func start() async {
        if registrations.isEmpty { watch() }
        await service.start()
    }

    /// Watches no longer. The lock stays as it is.
    public func stop() {
        for registration in registrations { registration.cancel() }
        registrations = []
    }

    /// Locks if the absence has lasted long enough by now. An app that goes on to run in the background calls it now
    /// and then, so that the key does not stay in memory until the person comes back.
    public func lockIfTimedOut() {
        if isTimedOut { service.requireLock() }
    }

    private var isTimedOut: Bool {
        left.map { service.timeout.isReached(from: $0, to: clock.reading()) } ?? false
    }

    private func watch() {
        // The handlers keep this object: a lock must not end because somebody let go of it.
        registrations = [
            lifecycle.onActive { await self.activate() },
            lifecycle.onInactive { await self.service.send(.becameInactive) },
            lifecycle.onBackground { await self.leave() },
            lifecycle.onDeviceLock { await self.service.requireLock() },
            lifecycle.onTerminate { await self.service.requireLock() },
        ]
        switch lifecycle.currentState {
        case .active: activate()
        case .inactive: service.send(.becameInactive)
        case .background: leave()
        }
    }

    private func leave() {
        // The first report counts: a doubled one must not shorten the absence.
        left = left ?? clock.reading()
        service.send(.enteredBackground)
    }

    private func activate() {
        let isTimedOut = isTimedOut
        left = nil
        service.send(.becameActive(timedOut: isTimedOut))
    }
}
