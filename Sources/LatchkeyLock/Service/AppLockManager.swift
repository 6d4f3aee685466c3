internal import LatchkeyCore
package import LatchkeyLifecycle

/// The observer that locks the app after an absence. ``AppLock`` creates it and starts it with the lock.
///
/// It receives each event when it is reported, before the app's own handlers, and does not wait for them.
@MainActor
package final class AppLockManager {
    private let service: PasscodeService
    private let lifecycle: any LifecycleReporter
    private var registration: LifecycleRegistration?

    package init(service: PasscodeService, lifecycle: any LifecycleReporter) {
        (self.service, self.lifecycle) = (service, lifecycle)
    }

    /// Observes the lifecycle until `stop()`. A second call does nothing.
    package func watch() {
        guard registration == nil else { return }
        // The observer retains this object, so that the lock stays active without other owners.
        registration = lifecycle.onReport { event in
            self.note(event)
        } afterwards: {
            self.drainEvents()
        }
        // The state that was reported earlier. A repeated report changes nothing.
        switch lifecycle.currentState {
        case .active: note(.active)
        case .inactive: note(.inactive)
        case .background: note(.background)
        }
        drainEvents()
    }

    /// Observes the lifecycle and reads the stored state.
    package func start() async {
        watch()
        await service.start()
    }

    /// Stops observing the lifecycle. The lock does not change.
    package func stop() {
        registration?.cancel()
        registration = nil
    }

    private nonisolated func note(_ event: LifecycleEvent) { service.reports.note(event) }

    /// Applies the reports to the state that views and the app observe.
    private nonisolated func drainEvents() {
        let service = service
        if MainQueue.isCurrent {
            MainActor.assumeIsolated { service.drainEvents() }
        } else {
            Task { @MainActor in service.drainEvents() }
        }
    }
}
