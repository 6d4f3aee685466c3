#if os(macOS)
internal import AppKit
internal import LatchkeyCore

/// Reports at once that the screen was locked, by Ctrl-Cmd-Q or by the screen saver.
///
/// The system's login window notifies all processes by a distributed notification. `DistributedNotificationCenter`
/// holds those back while an app is not active, which it is not when the screen is locked
/// (<https://developer.apple.com/documentation/foundation/distributednotificationcenter/suspended>); the call below
/// asks for immediate delivery. Apple does not document the name; without it nothing is heard, and sleep still is.
final class ScreenLockObserver: Sendable {
    private static let name = "com.apple.screenIsLocked"

    private let onLock: @Sendable () -> Void
    private let isListening = LockedValue(false)

    init(onLock: @escaping @Sendable () -> Void) { self.onLock = onLock }

    /// Listens until `stop()`, and keeps this object for as long.
    func start() {
        isListening.withLock { $0 = true }
        CFNotificationCenterAddObserver(
            CFNotificationCenterGetDistributedCenter(), Unmanaged.passRetained(self).toOpaque(),
            { _, observer, _, _, _ in
                guard let observer else { return }
                Unmanaged<ScreenLockObserver>.fromOpaque(observer).takeUnretainedValue().onLock()
            }, NSString(string: Self.name) as CFString, nil, .deliverImmediately)
    }

    /// Listens no longer. On the main thread, where the notifications arrive; a second call does nothing.
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
