internal import Foundation
public import LatchkeyLifecycle

/// The lifecycle of an app on a Linux desktop, from logind: a locked session and a machine about to sleep.
///
/// Both are device locks (`AppLifecycleManager.reportDeviceLock()`). Sleep is delayed until all handlers have returned,
/// and so until the app is locked. logind waits up to 5 seconds by default
/// (<https://www.freedesktop.org/software/systemd/man/latest/logind.conf.html#InhibitDelayMaxSec=>). Unlocking the
/// session or waking the machine unlocks nothing and is not reported.
///
/// It accepts messages only from the current logind process on the real system bus, and follows a logind that starts
/// later or restarts. `start` returns once no event can be missed, after at most two seconds.
public struct LogindLifecycleSource: LifecycleSource {
    private let bus: String
    private let app: String
    private let process: UInt32
    private let timeout: Duration
    private let onAbsence: @Sendable (LogindAbsence) -> Void

    /// Creates a source that has not started.
    ///
    /// - Parameters:
    ///   - app: The app's name, which the system shows as the reason for delayed sleep.
    ///   - onAbsence: Called once for each kind of event that logind cannot report. Without logind nothing is reported,
    ///     and nothing fails.
    public init(app: String, onAbsence: @escaping @Sendable (LogindAbsence) -> Void = { _ in }) {
        self.init(
            bus: DBusConnection.systemBus, app: app, process: ProcessInfo.processInfo.processIdentifier,
            onAbsence: onAbsence)
    }

    /// Creates a source for tests, with another bus, another process, and another timeout of `start`.
    package init(
        bus: String, app: String, process: Int32, timeout: Duration = .seconds(2),
        onAbsence: @escaping @Sendable (LogindAbsence) -> Void
    ) {
        (self.bus, self.app, self.process) = (bus, app, UInt32(process))
        (self.timeout, self.onAbsence) = (timeout, onAbsence)
    }

    public func start(reportingTo lifecycle: AppLifecycleManager) async -> LifecycleRegistration {
        guard let connection = try? await DBusConnection.open(bus) else {
            onAbsence(.noLogind)
            return LifecycleRegistration {}
        }
        let watch = LogindWatch(
            connection: connection, app: app, process: process, lifecycle: lifecycle, onAbsence: onAbsence)
        let (ready, isReady) = AsyncStream.makeStream(of: Never.self)
        let task = Task { await watch.run { isReady.finish() } }
        // A logind that responds later is still observed; the app does not wait for it.
        let timeouts = TimeoutQueue(timeout: timeout)
        let wait = timeouts.schedule { isReady.finish() }
        for await _ in ready {}
        timeouts.cancel(wait)
        return LifecycleRegistration { task.cancel() }
    }
}
