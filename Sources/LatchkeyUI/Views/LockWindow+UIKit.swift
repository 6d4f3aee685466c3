#if canImport(UIKit) && canImport(SwiftUI)
internal import LatchkeyLock
internal import SwiftUI
internal import UIKit

/// The lock's window in one scene. It lives as long as the scene, whatever becomes of the view that asked for it: a
/// full-screen cover takes that view out of its window, and a locked app stays locked.
@available(iOSApplicationExtension, unavailable)
@MainActor
final class LockWindow {
    /// Those of all scenes. UIKit keeps no window that is not shown, and has no place on a scene to keep one.
    private static var ofScenes: [ObjectIdentifier: LockWindow] = [:]

    private let scene: UIWindowScene
    private let observers = NotificationObservers()
    private var subject: LockSubject?
    private var window: UIWindow?
    private var host: UIHostingController<LockWindowContent>?
    private var cover = LockCover.none
    private lazy var activity = ActivityReporter { [weak self] in self?.subject?.lock.service?.recordActivity() }
    /// Whether the system said that the app is about to be inactive.
    private var isLeaving = false

    /// Covers the scene of a window for a lock.
    static func cover(_ below: UIWindow, for subject: LockSubject) {
        if let scene = below.windowScene { cover(scene, for: subject) }
    }

    /// Covers the scene for a lock; the scene's former lock, if there is one, covers it no more.
    static func cover(_ scene: UIWindowScene, for subject: LockSubject) {
        let known = ofScenes[ObjectIdentifier(scene)]
        let window = known ?? LockWindow(scene)
        ofScenes[ObjectIdentifier(scene)] = window
        window.show(subject)
        // The new one may be the one that asks.
        if known == nil { updateAll() }
    }

    private static func updateAll() { for window in ofScenes.values { window.update() } }

    private init(_ scene: UIWindowScene) {
        self.scene = scene
        observe()
    }

    private func show(_ subject: LockSubject) {
        if let former = self.subject, former.isSame(as: subject) {
            guard former.appearance != subject.appearance else { return }
            former.appearance = subject.appearance
            host?.rootView = former.content(cover)
            return
        }
        self.subject?.follow(nil)
        self.subject = subject
        subject.follow { [weak self] in self?.update() }
        host?.rootView = subject.content(cover)
        update()
    }

    /// Shows what the lock's state asks for.
    private func update() {
        guard let subject else { return }
        subject.lock.service?.note(isGuardedBySystem: scene.isGuardedBySystem)
        let new = wanted(by: subject)
        defer { holdKeys(for: subject) }
        if subject.lock.service?.locksWhenIdle == true {
            for window in scene.windows where window !== self.window { activity.watch(window) }
        }
        guard new != cover || window == nil else { return }
        let window = window ?? makeWindow(for: subject)
        host?.rootView = subject.content(new)
        if new != .none, cover == .none {
            // The keyboard has a window of its own, above this one.
            for other in scene.windows { other.endEditing(true) }
        }
        cover = new
        window.isHidden = new == .none
        // Windows are siblings: a screen reader must not read sheets that this one covers.
        window.accessibilityViewIsModal = new != .none
        // Keys go to the app again.
        if new == .none { scene.windows.first { $0 !== window && !$0.isHidden }?.makeKey() }
    }

    private func wanted(by subject: LockSubject) -> LockCover {
        let scenes = Self.ofScenes.values.map { LockScene($0.scene) }
        return LockCover(
            subject.access, subject.state,
            isElected: LockScene.isElected(scene.session.persistentIdentifier, among: scenes),
            isLeaving: isLeaving, isAway: scene.activationState == .background,
            isRecorded: subject.options.hidesFromRecording && scene.traitCollection.sceneCaptureState == .active)
    }

    /// The keys of a hardware keyboard reach nothing of a locked app, in whichever of its scenes.
    private func holdKeys(for subject: LockSubject) {
        guard !subject.access.isOpen, let window, !window.isHidden, !window.isKeyWindow else { return }
        window.makeKey()
    }

    private func makeWindow(for subject: LockSubject) -> UIWindow {
        let window = UIWindow(windowScene: scene)
        window.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
        let host = UIHostingController(rootView: subject.content(.cover))
        window.rootViewController = host
        (self.window, self.host) = (window, host)
        return window
    }

    private func observe() {
        observers.observe(UIApplication.willResignActiveNotification) { [weak self] _ in
            self?.isLeaving = true
            self?.update()
        }
        observers.observe(UIApplication.didBecomeActiveNotification) { [weak self] _ in
            self?.isLeaving = false
            self?.update()
        }
        for name in [
            UIScene.didActivateNotification, UIScene.willDeactivateNotification, UIScene.willConnectNotification,
            UIScene.didEnterBackgroundNotification, UIWindow.didBecomeKeyNotification,
        ] {
            observers.observe(name) { [weak self] _ in self?.update() }
        }
        observers.observe(UIScene.didDisconnectNotification) { [weak self] scene in self?.leave(ifIn: scene) }
        scene.registerForTraitChanges([UITraitSceneCaptureState.self]) {
            [weak self] (_: UIWindowScene, _: UITraitCollection) in
            self?.update()
        }
        // Another window came to the front, which then asks: a tap on a cover does that.
        scene.registerForTraitChanges([UITraitActiveAppearance.self]) { (_: UIWindowScene, _: UITraitCollection) in
            Self.updateAll()
        }
    }

    /// The notification's object is the scene, which the system may still list as connected
    /// (<https://developer.apple.com/documentation/uikit/uiscene/diddisconnectnotification>).
    private func leave(ifIn disconnected: ObjectIdentifier?) {
        guard disconnected == ObjectIdentifier(scene) else { return update() }
        window?.isHidden = true
        subject?.follow(nil)
        Self.ofScenes[ObjectIdentifier(scene)] = nil
        Self.updateAll()
    }
}

@available(iOSApplicationExtension, unavailable)
extension LockScene {
    /// The scene as UIKit has it.
    @MainActor
    fileprivate init(_ scene: UIWindowScene) {
        let presence: Presence =
            switch scene.activationState {
            case .foregroundActive: .active
            case .foregroundInactive: .inactive
            default: .background
            }
        self.init(
            name: scene.session.persistentIdentifier,
            takesInput: scene.session.role != .windowExternalDisplayNonInteractive, presence: presence,
            isFrontmost: scene.traitCollection.activeAppearance == .active)
    }
}
#endif
