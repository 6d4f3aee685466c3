import AppKit
import LatchkeyCore
import LatchkeyLifecycle
import Testing

/// AppKit's notifications, received by the source for a Mac. The tests run serially: they share a notification center.
@Suite(.serialized) struct MacLifecycleTests {
    @Test("C7 Notifications of AppKit change the state immediately")
    func notificationsOfAppKitChangeTheStateImmediately() {
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

    @Test("C7 leaving the session or sleeping counts as device lock", .timeLimit(.minutes(5)))
    func leavingTheSessionOrSleepingCountsAsDeviceLock() async {
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

    @Test("C7 A locked screen locks an inactive app immediately")
    func aLockedScreenLocksAnInactiveAppImmediately() {
        let lifecycle = AppLifecycleManager()
        let source = AppKitLifecycleSource(center: NotificationCenter(), workspace: NotificationCenter())
            .start(reportingTo: lifecycle)
        let locks = LockedValue(0)
        let registration = lifecycle.onReport { event in
            if event == .deviceLock { locks.withLock { $0 += 1 } }
        }
        let screens = StandInDistributedCenter.shared
        screens.post("com.apple.screenIsUnlocked", toActiveApp: false)
        #expect(locks.withLock { $0 } == 0)
        screens.post("com.apple.screenIsLocked", toActiveApp: false)
        #expect(locks.withLock { $0 } == 1)
        source.cancel()
        source.cancel()
        screens.post("com.apple.screenIsLocked", toActiveApp: true)
        #expect(locks.withLock { $0 } == 1)
        withExtendedLifetime(registration) {}
    }

    @MainActor @Test("C7 timer of an inactive app is not throttled")
    func timerOfAnInactiveAppIsNotThrottled() {
        let activities = StandInActivities.shared
        let nap = AppNap()
        nap.prevent(true)
        nap.prevent(true)
        #expect(activities.options.count == 1)
        // NSActivityIdleSystemSleepDisabled and the two of termination, by their values in NSProcessInfo.h.
        for bit in [14, 15, 20] { #expect(activities.options.first.map { $0.rawValue & 1 << bit } == 0, "bit \(bit)") }
        nap.prevent(false)
        #expect(activities.options.isEmpty)
    }

    @Test("C7 The app locks before protected data becomes unavailable")
    func theAppLocksBeforeProtectedDataBecomesUnavailable() {
        let center = NotificationCenter()
        let lifecycle = AppLifecycleManager()
        let source = AppKitLifecycleSource(center: center, workspace: NotificationCenter())
            .start(reportingTo: lifecycle)
        let locks = LockedValue(0)
        let registration = lifecycle.onReport { event in
            if event == .deviceLock { locks.withLock { $0 += 1 } }
        }
        center.post(name: .NSApplicationProtectedDataWillBecomeUnavailable, object: nil)
        #expect(locks.withLock { $0 } == 1)
        withExtendedLifetime((source, registration)) {}
    }
}
