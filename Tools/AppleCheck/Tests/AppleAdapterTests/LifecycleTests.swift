import Foundation
import LatchkeyLifecycle
import SwiftUI
import Testing
import UIKit

@Suite struct LifecycleTests {
    let center = NotificationCenter()
    let lifecycle = AppLifecycleManager()

    @Test func notificationsOfUIKitChangeTheStateImmediately() {
        let source = UIKitLifecycleSource(center: center).start(reportingTo: lifecycle)
        let meanings: [(Notification.Name, AppState)] = [
            (UIApplication.didBecomeActiveNotification, .active),
            (UIApplication.willResignActiveNotification, .inactive),
            (UIApplication.didEnterBackgroundNotification, .background),
            (UIApplication.willEnterForegroundNotification, .inactive),
            (UIApplication.didBecomeActiveNotification, .active),
        ]
        for (name, state) in meanings {
            center.post(name: name, object: nil)
            #expect(lifecycle.currentState == state)
        }
        source.cancel()
        source.cancel()
        center.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        #expect(lifecycle.currentState == .active)
    }

    @Test(.timeLimit(.minutes(5))) func deviceLockAndTerminationAreReported() async {
        _ = UIKitLifecycleSource(center: center).start(reportingTo: lifecycle)
        let (events, continuation) = AsyncStream.makeStream(of: LifecycleEvent.self)
        for event in [LifecycleEvent.deviceLock, .terminate] { lifecycle.on(event) { continuation.yield(event) } }
        center.post(name: UIApplication.protectedDataWillBecomeUnavailableNotification, object: nil)
        center.post(name: UIApplication.willTerminateNotification, object: nil)
        var seen = events.makeAsyncIterator()
        #expect(await seen.next() == .deviceLock)
        #expect(await seen.next() == .terminate)
        #expect(lifecycle.currentState == .background)
    }

    @Test func scenePhasesMapToAppStates() {
        #expect(AppState(ScenePhase.active) == .active)
        #expect(AppState(ScenePhase.inactive) == .inactive)
        #expect(AppState(ScenePhase.background) == .background)
    }

    @Test func applicationStatesMapToAppStates() {
        #expect(AppState(UIApplication.State.active) == .active)
        #expect(AppState(UIApplication.State.inactive) == .inactive)
        #expect(AppState(UIApplication.State.background) == .background)
    }

    @MainActor
    @Test(
        "C4 returning to the foreground rechecks for the first unlock",
        .timeLimit(.minutes(5)),
        arguments: [
            UIApplication.willEnterForegroundNotification, UIApplication.didBecomeActiveNotification,
            UIScene.didActivateNotification,
        ])
    func returningToTheForegroundRechecksForTheFirstUnlock(_ name: Notification.Name) async {
        let isUnlocked = Flag()
        let data = ProtectedData(center: center) { isUnlocked.read() }
        let waiting = Task { await data.waitUntilAvailable() }
        while !isUnlocked.wasRead, !Task.isCancelled { await Task.yield() }
        isUnlocked.value = true
        center.post(name: name, object: nil)
        #expect(await result(of: waiting) != nil)
    }

    @MainActor @Test("C4 wait ends only after the first unlock", .timeLimit(.minutes(5)))
    func waitEndsOnlyAfterTheFirstUnlock() async {
        let isUnlocked = Flag()
        let data = ProtectedData(center: center) { isUnlocked.value }
        let waiting = Task { await data.waitUntilAvailable() }
        // An early notification must not end the wait.
        await Task.yield()
        center.post(name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
        await Task.yield()
        isUnlocked.value = true
        center.post(name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
        #expect(await result(of: waiting) != nil)
        #expect(data.isAvailable)
        await data.waitUntilAvailable()
    }
}

@MainActor private final class Flag {
    var value = false
    private(set) var wasRead = false

    func read() -> Bool {
        wasRead = true
        return value
    }
}
