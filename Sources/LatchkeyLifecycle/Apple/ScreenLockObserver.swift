#if os(macOS)
internal import AppKit

/// Hears at once that the screen was locked, by Ctrl-Cmd-Q or by the screen saver.
///
/// The system's login window tells all processes by a distributed notification. `DistributedNotificationCenter` holds
/// those back while an app is not active, which it is not when the screen is locked
/// (<https://developer.apple.com/documentation/foundation/distributednotificationcenter/suspended>); the call below asks
/// for immediate delivery. Apple does not document the name; without it nothing is heard, and sleep still is.
final class ScreenLockObserver: Sendable {
    private static let name = "com.apple.screenIsLocked"

    private let onLock: @Sendable () -> Void

    init(onLock: @escaping @Sendable () -> Void) { self.onLock = onLock }

    /// Listens until `stop()`, and keeps this object for as long.
    func start() {
        CFNotificationCenterAddObserver(
            CFNotificationCenterGetDistributedCenter(), Unmanaged.passRetained(self).toOpaque(),
            { _, observer, _, _, _ in
                guard let observer else { return }
                Unmanaged<ScreenLockObserver>.fromOpaque(observer).takeUnretainedValue().onLock()
            }, NSString(string: Self.name) as CFString, nil, .deliverImmediately)
    }

    /// Listens no longer. Once, and on the main thread, where the notifications arrive.
    func stop() {
        let this = Unmanaged.passUnretained(self)
        CFNotificationCenterRemoveEveryObserver(CFNotificationCenterGetDistributedCenter(), this.toOpaque())
        this.release()
    }
}
#endif
