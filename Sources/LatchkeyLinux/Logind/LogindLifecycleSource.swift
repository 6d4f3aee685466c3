internal import Foundation
public import LatchkeyLifecycle

/// Reports, through logind, when the session of a Linux desktop is locked and when the machine is about to sleep.
///
/// Both are a lock of the device (`AppLifecycleManager.reportDeviceLock()`). Sleep is delayed until all handlers have
/// returned, and so until the app is locked; logind waits for 5 seconds, by default
/// (<https://www.freedesktop.org/software/systemd/man/latest/logind.conf.html#InhibitDelayMaxSec=>). An unlocked
/// session or a machine that wakes up unlocks nothing, and is not reported.
///
/// Only messages of the process that is logind at the time count, on the real system bus. A logind that restarts or
/// starts later is followed. A start waits until no event can be missed, for two seconds at most.
public struct LogindLifecycleSource: LifecycleSource {
    private let bus: String
    private let app: String
    private let process: UInt32
    private let timeout: Duration
    private let onAbsence: @Sendable (LogindAbsence) -> Void

    /// - Parameters:
    ///   - app: The app's name, which the system shows as the reason for delayed sleep.
    ///   - onAbsence: Called with what logind cannot report, once for each. Without logind nothing is reported, and
    ///     nothing fails.
    public init(app: String, onAbsence: @escaping @Sendable (LogindAbsence) -> Void = { _ in }) {
        self.init(
            bus: DBusConnection.systemBus, app: app, process: ProcessInfo.processInfo.processIdentifier,
            onAbsence: onAbsence)
    }

    /// For tests: with another bus, another process, and another limit of the wait of a start.
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
        // A logind that does not answer in time is followed as soon as it does: the app need not wait for it.
        let timeouts = TimeoutQueue(timeout: timeout)
        let wait = timeouts.schedule { isReady.finish() }
        for await _ in ready {}
        timeouts.cancel(wait)
        return LifecycleRegistration { task.cancel() }
    }
}
