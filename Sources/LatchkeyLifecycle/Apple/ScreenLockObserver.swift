#if os(macOS)
internal import AppKit
internal import LatchkeyCore

/// An observer that reports a locked screen immediately, after Ctrl-Cmd-Q or the screen saver.
///
/// The system's login window posts a distributed notification. By default `DistributedNotificationCenter` delays it
/// while an app is not active
/// (<https://developer.apple.com/documentation/foundation/distributednotificationcenter/suspended>); the call below
/// requests immediate delivery. Apple does not document the name. Without the notification, sleep is still reported.
final class ScreenLockObserver: Sendable {
    private static let name = "com.apple.screenIsLocked"

    private let onLock: @Sendable () -> Void
    private let isListening = LockedValue(false)

    init(onLock: @escaping @Sendable () -> Void) { self.onLock = onLock }

    /// Starts observing. Keeps this object alive until `stop()`.
    func start() {
        isListening.withLock { $0 = true }
        CFNotificationCenterAddObserver(
            CFNotificationCenterGetDistributedCenter(), Unmanaged.passRetained(self).toOpaque(),
            { _, observer, _, _, _ in
                guard let observer else { return }
                Unmanaged<ScreenLockObserver>.fromOpaque(observer).takeUnretainedValue().onLock()
            }, NSString(string: Self.name) as CFString, nil, .deliverImmediately)
    }

    /// Stops observing. Call it on the main thread, where the notifications arrive. A second call does nothing.
    func stop() {
        let wasListening = isListening.withLock { isListening in
            defer { isListening = false }
            return isListening
        }
        guard wasListening else { return }
        let this = Unmanaged.passUnretained(self)
        CFNotificationCenterRemoveEveryObserver(CFNotificationCenterGetDistributedCenter(), this.toOpaque())
        this.release()
    }
}
#endif
