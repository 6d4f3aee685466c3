internal import Dispatch
internal import Foundation
package import LatchkeyLifecycle

/// Tells the lock when the app goes, comes back and has been away for too long. ``AppLock`` makes it, and starts it with
/// the lock.
///
/// It hears of every event where it is reported, before and beside the app's own handlers, which it never waits for.
@MainActor
public final class AppLockManager {
    private let service: PasscodeService
    private let lifecycle: any LifecycleReporter
    private var registration: LifecycleRegistration?

    /// Watches nothing yet.
    package init(service: PasscodeService, lifecycle: any LifecycleReporter) {
        (self.service, self.lifecycle) = (service, lifecycle)
    }

    /// Watches the lifecycle from now on, until `stop()`. A second call does nothing.
    package func watch() {
        guard registration == nil else { return }
        // The observer keeps this object: a lock must not end because somebody let go of it.
        registration = lifecycle.onReport { event in
            self.note(event)
        } afterwards: {
            self.takeReports()
        }
        // What was reported before; reported again by a source meanwhile, it changes nothing.
        switch lifecycle.currentState {
        case .active: note(.active)
        case .inactive: note(.inactive)
        case .background: note(.background)
        }
        takeReports()
    }

    /// Watches the lifecycle, and reads what is stored.
    package func start() async {
        watch()
        await service.start()
    }

    /// Watches no longer. The lock stays as it is.
    package func stop() {
        registration?.cancel()
        registration = nil
    }

    private nonisolated func note(_ event: LifecycleEvent) { service.reports.note(event) }

    /// Tells the screen's state, which views and the app observe.
    private nonisolated func takeReports() {
        let service = service
        if MainQueue.isCurrent {
            MainActor.assumeIsolated { service.takeReports() }
        } else {
            Task { @MainActor in service.takeReports() }
        }
    }
}

/// Whether the main actor's queue runs the present code. On Linux it is served by other threads than the first one.
private enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
