internal import Foundation
public import LatchkeyLifecycle

/// Follows the session on a Linux desktop, through logind: it is locked, or the machine is about to sleep.
///
/// Both are a lock of the device (`AppLifecycleManager.reportDeviceLock()`). Sleep is held up until all handlers have
/// returned, and so until the app is locked; logind waits for 5 seconds, by default
/// (<https://www.freedesktop.org/software/systemd/man/latest/logind.conf.html#InhibitDelayMaxSec=>). That the session
/// is unlocked or the machine awake opens nothing, and is not reported.
///
/// Only what the process says counts that is logind at the time, on the real system bus. A logind that ends, starts
/// again or comes later is followed. A start waits for two seconds at most until nothing can be missed any more.
public struct LogindLifecycleSource: LifecycleSource {
    private let bus: String
    private let app: String
    private let process: UInt32
    private let timeout: Duration
    private let onAbsence: @Sendable (LogindAbsence) -> Void

    /// A source that reports nothing before it is started.
    ///
    /// - Parameters:
    ///   - app: The app's name, which the system shows for what holds up sleep.
    ///   - onAbsence: Hears what logind cannot tell, once each. Without logind nothing is reported, and nothing fails.
    public init(app: String, onAbsence: @escaping @Sendable (LogindAbsence) -> Void = { _ in }) {
        self.init(
            bus: DBusConnection.systemBus, app: app, process: ProcessInfo.processInfo.processIdentifier,
            onAbsence: onAbsence)
    }

    /// For tests: another bus, another process in the place of this one, and how long a start waits.
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
        // A logind that is silent is followed once it answers: the app need not wait for it.
        let alarm = Alarm(after: timeout)
        let wait = alarm.wait { isReady.finish() }
        for await _ in ready {}
        alarm.stop(wait)
        return LifecycleRegistration { task.cancel() }
    }
}
