import AppKit
import LatchkeyLifecycle
import Testing

/// What AppKit tells, heard by the source for a Mac.
@Suite struct MacLifecycleTests {
    @Test("C7 Notifications of AppKit become states at once")
    func notificationsOfAppKitBecomeStatesAtOnce() {
        let (center, workspace) = (NotificationCenter(), NotificationCenter())
        let lifecycle = AppLifecycleManager()
        let source = AppKitLifecycleSource(center: center, workspace: workspace).start(reportingTo: lifecycle)
        let meanings: [(Notification.Name, AppState)] = [
            (NSApplication.didBecomeActiveNotification, .active),
            (NSApplication.willResignActiveNotification, .inactive),
            (NSApplication.didHideNotification, .background),
            (NSApplication.didUnhideNotification, .inactive),
            (NSApplication.didBecomeActiveNotification, .active),
        ]
        for (name, state) in meanings {
            center.post(name: name, object: nil)
            #expect(lifecycle.currentState == state)
        }
        source.cancel()
        center.post(name: NSApplication.didHideNotification, object: nil)
        #expect(lifecycle.currentState == .active)
    }

    @Test("C7 A session that is left counts as a locked device", .timeLimit(.minutes(1)))
    func aSessionThatIsLeftCountsAsALockedDevice() async {
        let (center, workspace) = (NotificationCenter(), NotificationCenter())
        let lifecycle = AppLifecycleManager()
        let source = AppKitLifecycleSource(center: center, workspace: workspace).start(reportingTo: lifecycle)
        let (locks, continuation) = AsyncStream.makeStream(of: Void.self)
        let registration = lifecycle.on(.deviceLock) { continuation.yield() }
        var seen = locks.makeAsyncIterator()
        for name in [
            NSWorkspace.sessionDidResignActiveNotification, NSWorkspace.screensDidSleepNotification,
            NSWorkspace.willSleepNotification,
        ] {
            workspace.post(name: name, object: nil)
            #expect(await seen.next() != nil)
        }
        withExtendedLifetime((source, registration)) {}
    }
}
