import LatchkeyAPI
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import SwiftUI
import Testing
import UIKit

@testable import LatchkeyLock
@testable import LatchkeyUI

/// The lock's windows in scenes that simulate UIKit's.
@MainActor @Suite(.serialized) final class LockWindowTests {
    private var scenes: [UIWindowScene] = []
    private var windows: [UIWindow] = []

    deinit {
        let scenes = scenes
        Task { @MainActor in for scene in scenes { scene.standInDisconnect() } }
    }

    /// Connects a scene with the app's key window.
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

    /// Returns the topmost window of the scene.
    fileprivate func covering(_ scene: UIWindowScene) -> UIWindow? {
        scene.windows.first { !$0.isHidden && $0.windowLevel.rawValue > UIWindow.Level.alert.rawValue }
    }

    @Test("C12 C14 full-screen cover does not hide the lock")
    func fullScreenCoverDoesNotHideTheLock() async throws {
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

    @Test("C12 C14 locking covers an open full-screen cover")
    func lockingCoversAnOpenFullScreenCover() async throws {
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

    @Test("C14 removing the view does not remove the lock")
    func removingTheViewDoesNotRemoveTheLock() async throws {
        let scene = connect("a")
        let lock = await lockInFront()
        do {
            let view = PresentedView(Text("notes").appLock(lock), in: try appWindow(of: scene))
            view.remove()
        }
        #expect(covering(scene)?.isKeyWindow == true)
        // The next view of the same scene has no second lock.
        let view = PresentedView(Text("more").appLock(lock), in: try appWindow(of: scene))
        #expect(scene.windows.filter { !$0.isHidden }.count == 2)
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { covering(scene) == nil }
        withExtendedLifetime(view) {}
    }

    @Test("C14 lock window closes with its scene")
    func lockWindowClosesWithItsScene() async throws {
        let scene = connect("a")
        let lock = await lockInFront()
        let view = PresentedView(Text("notes").appLock(lock), in: try appWindow(of: scene))
        weak let window = covering(scene)
        #expect(window != nil)
        scene.standInDisconnect()
        #expect(window == nil)
        withExtendedLifetime(view) {}
    }

    @Test("C12 no scene of a locked app receives keyboard input")
    func noSceneOfALockedAppReceivesKeyboardInput() async throws {
        let (first, second) = (connect("a"), connect("b"))
        let lock = await lockInFront()
        let views = try [first, second].map {
            PresentedView(Text("notes").appLock(lock), in: try appWindow(of: $0))
        }
        #expect(covering(first)?.isKeyWindow == true)
        #expect(covering(second)?.isKeyWindow == true)
        // Another window becomes key.
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
    private func shown(in scene: UIWindowScene) -> LockCover? { content(in: scene)?.cover }

    @Test("C11 only the frontmost scene prompts")
    func onlyTheFrontmostScenePrompts() async throws {
        let (first, second, hidden) = (connect("1 front"), connect("2 front"), connect("0 hidden"))
        hidden.standInState = .background
        let lock = await lockInFront()
        let views = try [first, second, hidden].map {
            PresentedView(Text("notes").appLock(lock), in: try appWindow(of: $0))
        }
        for (front, other) in [(first, second), (second, first)] {
            other.standInFront(false)
            front.standInFront(true)
            #expect(shown(in: front) == .lock && shown(in: other) == .cover && shown(in: hidden) == .cover)
        }
        // Simulates a system prompt.
        for scene in [first, second] { scene.standInState = .foregroundInactive }
        NotificationCenter.default.post(name: UIScene.willDeactivateNotification, object: second)
        #expect(shown(in: second) == .lock && shown(in: hidden) == .cover)
        withExtendedLifetime(views) {}
    }

    private func content(in scene: UIWindowScene) -> LockWindowContent? {
        (covering(scene)?.rootViewController as? UIHostingController<LockWindowContent>)?.rootView
    }

    @Test("C14 UIKit app can lock a scene until it disconnects")
    func appCanLockASceneUntilItDisconnects() async throws {
        let scene = connect("uikit")
        let lock = await lockInFront()
        scene.appLock(lock, branding: LockBranding(title: "Repair Shop"), texts: .french)
        let shown = try #require(content(in: scene))
        #expect(shown.cover == .lock)
        let drawn = DrawnView(shown)
        #expect(drawn.texts.contains("Repair Shop") && drawn.texts.contains(ScreenTexts.french[.enterPasscode]))
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { covering(scene) == nil }
        scene.standInDisconnect()
        lock.lockApp()
        for _ in 0..<100 { await Task.yield() }
        #expect(covering(scene) == nil)
    }

    @Test func lockFollowsTheAppsAppearanceAndKeepsTypedDigits() async throws {
        let scene = connect("look")
        let lock = await lockInFront()
        let notes = Text("notes").appLock(lock)
        let plain = PresentedView(notes, in: try appWindow(of: scene))
        let model = try #require(content(in: scene)?.model)
        model.entry.pad.press(4)
        #expect(content(in: scene)?.appearance.branding == LockBranding())
        let branding = LockBranding(logo: Image("logo"), title: "Repair Shop", tint: .black)
        let branded = PresentedView(
            notes.environment(\.lockBranding, branding).environment(\.colorScheme, .dark)
                .environment(\.locale, Locale(identifier: "ar")).environment(\.layoutDirection, .rightToLeft)
                .environment(\.dynamicTypeSize, .accessibility1),
            in: try appWindow(of: scene))
        let shown = try #require(content(in: scene))
        #expect(
            shown.appearance
                == LockAppearance(
                    branding: branding, colorScheme: .dark, locale: Locale(identifier: "ar"),
                    layoutDirection: .rightToLeft, dynamicTypeSize: .accessibility1))
        #expect(DrawnView(shown).texts(arranged: .rightToLeft).contains(shown.texts[.enterPasscode]))
        #expect(shown.model === model && model.entry.pad.count == 1)
        withExtendedLifetime((plain, branded)) {}
    }

    @Test func lockUsesTheLatestActionForAForgottenPasscode() async throws {
        let scene = connect("forgotten")
        let lock = await lockInFront()
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let session = AppLock.account(
            platform, api: FakeServer(), reason: "Unlock.", sessionLock: InProcessSessionLock())
        let models = (0..<2).map { _ in ResetPasscodeModel(session, texts: .english) }
        var views: [PresentedView] = []
        for model in [nil, models[0], models[1]] {
            var forgotten: (@MainActor () -> ResetPasscodeModel)?
            if let model { forgotten = { model } }
            let notes = Text("notes").appLock(lock, forgotPasscode: forgotten)
            views.append(PresentedView(notes, in: try appWindow(of: scene)))
            let shown = try #require(content(in: scene))
            #expect(shown.makeReset?() === model)
        }
        withExtendedLifetime(views) {}
    }

    @Test("C11 lock does not prompt when the system requires Face ID")
    func lockDoesNotPromptWhenTheSystemRequiresFaceID() async throws {
        let scene = connect("guarded")
        scene.standInIsGuarded = true
        let lock = await TestLock().locked(biometrics: true)
        let view = PresentedView(Text("notes").appLock(lock), in: try appWindow(of: scene))
        #expect(!lock.state.promptsAutomatically)
        scene.standInIsGuarded = false
        NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
        #expect(lock.state.promptsAutomatically)
        withExtendedLifetime(view) {}
    }

    @Test("C7 input counts as activity and still reaches the app")
    func inputCountsAsActivityAndStillReachesTheApp() async throws {
        let scene = connect("touched")
        let device = TestLock()
        let lock = await device.launched()
        #expect(await lock.setPasscode(.right) == .done)
        lock.send(.becameActive(timedOut: false))
        lock.locksWhenIdle = true
        lock.watchTime(
            with: TimeoutTimer(lock, countsIdleTime: true, waits: ContinuousClock(), onAway: { _ in }))
        let window = try appWindow(of: scene)
        let view = PresentedView(Text("notes").appLock(lock), in: window)
        NotificationCenter.default.post(name: UIWindow.didBecomeKeyNotification, object: window)
        #expect(window.gestureRecognizers?.count == 3, "once")
        let acts: [() -> Void] = [
            { #expect(window.standInSend(.touches).isEmpty) }, { #expect(window.standInSend(.presses).isEmpty) },
            { #expect(window.standInSend(.hover).isEmpty) }, { #expect(window.standInSend(.scroll).isEmpty) },
            { NotificationCenter.default.post(name: UITextField.textDidChangeNotification, object: nil) },
            { NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: nil) },
        ]
        for act in acts {
            device.advance(by: 59)
            act()
        }
        device.advance(by: 59)
        lock.lockIfTimedOut()
        #expect(!lock.isLocked)
        device.advance(by: 1)
        lock.lockIfTimedOut()
        #expect(lock.isLocked)
        withExtendedLifetime(view) {}
    }

    @Test("C12 MASVS-PLATFORM-3 recorded scene is covered when the app enables it")
    func recordedSceneIsCoveredWhenTheAppEnablesIt() async throws {
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

    @Test("C12 recorded session view is covered when the app enables it")
    func recordedSessionViewIsCoveredWhenTheAppEnablesIt() async throws {
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
