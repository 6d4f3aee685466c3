import LatchkeyAPI
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import SwiftUI
import Testing
import UIKit

@testable import LatchkeyLock
@testable import LatchkeyUI

/// The lock's windows in scenes that behave as UIKit's do.
@MainActor @Suite(.serialized) final class LockWindowTests {
    private var scenes: [UIWindowScene] = []
    private var windows: [UIWindow] = []

    deinit {
        let scenes = scenes
        Task { @MainActor in for scene in scenes { scene.standInDisconnect() } }
    }

    /// A scene with the app's window, which is key.
    fileprivate func connect(_ name: String) -> UIWindowScene {
        let scene = UIWindowScene(standIn: name)
        let window = UIWindow(windowScene: scene)
        window.isHidden = false
        window.makeKey()
        scenes.append(scene)
        windows.append(window)
        return scene
    }

    fileprivate func appWindow(of scene: UIWindowScene) throws -> UIWindow {
        try #require(windows.first { $0.windowScene === scene })
    }

    /// What lies over everything else in the scene.
    fileprivate func covering(_ scene: UIWindowScene) -> UIWindow? {
        scene.windows.first { !$0.isHidden && $0.windowLevel.rawValue > UIWindow.Level.alert.rawValue }
    }

    @Test("C12 C14 A full-screen cover does not take the lock away")
    func aFullScreenCoverDoesNotTakeTheLockAway() async throws {
        let scene = connect("a")
        let lock = await lockInFront()
        let view = PresentedView(Text("notes").appLock(lock), in: try appWindow(of: scene))
        #expect(covering(scene) != nil)
        view.presentFullScreenCover()
        #expect(covering(scene)?.isKeyWindow == true)
        view.dismissFullScreenCover()
        #expect(covering(scene)?.isKeyWindow == true)
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { covering(scene) == nil }
    }

    @Test("C12 C14 An app that is locked while a full-screen cover is up is covered by the lock")
    func lockingUnderAFullScreenCoverCovers() async throws {
        let scene = connect("a")
        let lock = await lockInFront()
        #expect(await lock.unlock(with: .right) == .unlocked)
        let view = PresentedView(Text("notes").appLock(lock), in: try appWindow(of: scene))
        view.presentFullScreenCover()
        NotificationCenter.default.post(name: UIApplication.willResignActiveNotification, object: nil)
        #expect(covering(scene) != nil)
        NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
        lock.lockApp()
        await until { covering(scene)?.isKeyWindow == true }
    }

    @Test("C14 What removes the view does not open what is locked")
    func removingTheViewLeavesTheLock() async throws {
        let scene = connect("a")
        let lock = await lockInFront()
        do {
            let view = PresentedView(Text("notes").appLock(lock), in: try appWindow(of: scene))
            view.remove()
        }
        #expect(covering(scene)?.isKeyWindow == true)
        // The same scene's next view has no second lock of its own.
        let view = PresentedView(Text("more").appLock(lock), in: try appWindow(of: scene))
        #expect(scene.windows.filter { !$0.isHidden }.count == 2)
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { covering(scene) == nil }
        withExtendedLifetime(view) {}
    }

    @Test("C14 The lock's window ends with its scene")
    func theWindowEndsWithItsScene() async throws {
        let scene = connect("a")
        let lock = await lockInFront()
        let view = PresentedView(Text("notes").appLock(lock), in: try appWindow(of: scene))
        weak let window = covering(scene)
        #expect(window != nil)
        scene.standInDisconnect()
        #expect(window == nil)
        withExtendedLifetime(view) {}
    }

    @Test("C12 No key reaches what a locked app's other scene shows")
    func everyLockedSceneHasTheKeys() async throws {
        let (first, second) = (connect("a"), connect("b"))
        let lock = await lockInFront()
        let views = try [first, second].map {
            PresentedView(Text("notes").appLock(lock), in: try appWindow(of: $0))
        }
        #expect(covering(first)?.isKeyWindow == true)
        #expect(covering(second)?.isKeyWindow == true)
        // Whatever asks for the keys meanwhile.
        try appWindow(of: second).makeKey()
        #expect(covering(second)?.isKeyWindow == true)
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { covering(first) == nil && covering(second) == nil }
        #expect(try appWindow(of: first).isKeyWindow)
        #expect(try appWindow(of: second).isKeyWindow)
        withExtendedLifetime(views) {}
    }
}

extension LockWindowTests {
    @Test("C12 MASVS-PLATFORM-3 Where the app asks for it, a recorded scene is covered")
    func aRecordedSceneIsCovered() async throws {
        for hides in [true, false] {
            let scene = connect("recorded \(hides)")
            let lock = await lockInFront()
            #expect(await lock.unlock(with: .right) == .unlocked)
            let content = Text("notes").appLock(lock, hidesFromRecording: hides)
            let view = PresentedView(content, in: try appWindow(of: scene))
            #expect(covering(scene) == nil)
            scene.standInCapture(.active)
            #expect((covering(scene) != nil) == hides)
            scene.standInCapture(.inactive)
            #expect(covering(scene) == nil)
            withExtendedLifetime(view) {}
        }
    }

    @Test("C12 Where the app asks for it, a recorded scene with a session's view is covered")
    func aRecordedSessionIsCovered() async throws {
        for hides in [true, false] {
            let scene = connect("recorded session \(hides)")
            let storage = InMemorySecureStorage()
            let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
            let session = AppLock.account(
                platform, api: FakeServer(), reason: "Unlock the test.", sessionLock: InProcessSessionLock())
            await session.start()
            _ = await session.signIn(with: .code("right", email: "ada@example.org"))
            #expect(await session.setUpLater() == nil)
            let content = SessionView(session, hidesFromRecording: hides) { Text("notes") }
            let view = PresentedView(DrawnView(content), in: try appWindow(of: scene))
            #expect(covering(scene) == nil)
            scene.standInCapture(.active)
            #expect((covering(scene) != nil) == hides)
            scene.standInCapture(.inactive)
            #expect(covering(scene) == nil)
            withExtendedLifetime(view) {}
        }
    }
}
