#if canImport(UIKit) && canImport(SwiftUI)
internal import LatchkeyLock
internal import SwiftUI
internal import UIKit

/// The lock's window in one scene, for the scene's lifetime. It outlives the view that created it: a full-screen cover
/// removes that view from its window, and a locked app must stay locked.
@available(iOSApplicationExtension, unavailable)
@MainActor
final class LockWindow {
    /// The lock's windows of all scenes. UIKit does not retain hidden windows, and a scene cannot retain one.
    private static var ofScenes: [ObjectIdentifier: LockWindow] = [:]

    private let scene: UIWindowScene
    private let observers = NotificationObservers()
    private var subject: LockSubject?
    private var window: UIWindow?
    private var host: UIHostingController<LockWindowContent>?
    private var cover = LockCover.none
    private lazy var activity = ActivityReporter { [weak self] in self?.subject?.lock.service?.recordActivity() }
    /// Whether the system has announced that the app becomes inactive.
    private var isLeaving = false

    /// Covers a window's scene for a lock.
    static func cover(_ below: UIWindow, for subject: LockSubject) {
        if let scene = below.windowScene { cover(scene, for: subject) }
    }

    /// Covers the scene for a lock. The scene's previous lock, if any, no longer covers it.
    static func cover(_ scene: UIWindowScene, for subject: LockSubject) {
        let known = ofScenes[ObjectIdentifier(scene)]
        let window = known ?? LockWindow(scene)
        ofScenes[ObjectIdentifier(scene)] = window
        window.show(subject)
        // The new window may be the one that shows the lock screen.
        if known == nil { updateAll() }
    }

    private static func updateAll() { for window in ofScenes.values { window.update() } }

    private init(_ scene: UIWindowScene) {
        self.scene = scene
        observe()
    }

    private func show(_ subject: LockSubject) {
        if let former = self.subject, former.isSame(as: subject) {
            guard former.adopt(subject) else { return }
            host?.rootView = former.content(cover)
            return
        }
        self.subject?.follow(nil)
        self.subject = subject
        subject.follow { [weak self] in self?.update() }
        host?.rootView = subject.content(cover)
        update()
    }

    /// Shows the content for the lock's state.
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
            // The keyboard has a separate window above this one.
            for other in scene.windows { other.endEditing(true) }
        }
        cover = new
        window.isHidden = new == .none
        // Windows are siblings: a screen reader must not read sheets that this one covers.
        window.accessibilityViewIsModal = new != .none
        // Keys reach the app again.
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

    /// Keeps hardware keys from all scenes of the app while it is locked.
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
        // Another window came to the front, for example after a tap on a cover, and now shows the lock screen.
        scene.registerForTraitChanges([UITraitActiveAppearance.self]) { (_: UIWindowScene, _: UITraitCollection) in
            Self.updateAll()
        }
    }

    /// Removes the lock's window if its scene was disconnected: the notification's object. The system may still list it
    /// as connected (<https://developer.apple.com/documentation/uikit/uiscene/diddisconnectnotification>).
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
    /// Creates the value for a UIKit scene.
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
            acceptsInput: scene.session.role != .windowExternalDisplayNonInteractive, presence: presence,
            isFrontmost: scene.traitCollection.activeAppearance == .active)
    }
}
#endif
