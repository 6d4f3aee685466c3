#if canImport(UIKit) && canImport(SwiftUI)
internal import LatchkeyLock
internal import SwiftUI
internal import UIKit

/// The lock's window in one scene.
@available(iOSApplicationExtension, unavailable)
@MainActor
final class LockWindow {
    private var lock: (any ScreenLock)?
    private var makeContent: ((LockCover) -> LockWindowContent)?
    private weak var scene: UIWindowScene?
    private var window: UIWindow?
    private var host: UIHostingController<LockWindowContent>?
    private var cover = LockCover.none
    private let observers = NotificationObservers()
    /// Whether the system said that the app is about to be inactive.
    private var isLeaving = false

    /// Says what is to be shown.
    func prepare(for lock: any ScreenLock, content: @escaping (LockCover) -> LockWindowContent) {
        (self.lock, makeContent) = (lock, content)
        if observers.isEmpty { observe() }
        update()
    }

    /// Says over which window.
    func attach(to window: UIWindow?) {
        guard let scene = window?.windowScene, scene !== self.scene else { return }
        self.scene = scene
        update()
    }

    /// Shows what the lock's state asks for.
    func update() {
        guard let lock, let makeContent, let scene else { return }
        let scenes = UIApplication.shared.connectedScenes.map {
            LockScene(
                name: $0.session.persistentIdentifier, role: $0.session.role.rawValue,
                isActive: $0.activationState == .foregroundActive)
        }
        let isElected = LockScene.isElected(scene.session.persistentIdentifier, among: scenes)
        let new = LockCover(
            lock.service.state, isElected: isElected, isLeaving: isLeaving,
            isAway: scene.activationState == .background)
        guard new != cover || window == nil else { return }
        let window = window ?? makeWindow(in: scene)
        host?.rootView = makeContent(new)
        if new != .none, cover == .none {
            // The keyboard has a window of its own, above this one.
            for other in scene.windows { other.endEditing(true) }
        }
        cover = new
        window.isHidden = new == .none
        // Windows are siblings: a screen reader must not read sheets that this one covers.
        window.accessibilityViewIsModal = new != .none
        if new == .lock { window.makeKey() }
        // Keys go to the app again.
        if new == .none { scene.windows.first { $0 !== window && !$0.isHidden }?.makeKey() }
    }

    /// Shows nothing any more: what it covered is gone.
    func remove() {
        window?.isHidden = true
        (lock, makeContent, window, host, cover) = (nil, nil, nil, nil, .none)
    }

    private func makeWindow(in scene: UIWindowScene) -> UIWindow {
        let window = UIWindow(windowScene: scene)
        window.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
        let host = makeContent.map { UIHostingController(rootView: $0(.cover)) }
        window.rootViewController = host
        (self.window, self.host) = (window, host)
        return window
    }

    private func observe() {
        observers.hear(UIApplication.willResignActiveNotification) { [weak self] in
            self?.isLeaving = true
            self?.update()
        }
        observers.hear(UIApplication.didBecomeActiveNotification) { [weak self] in
            self?.isLeaving = false
            self?.update()
        }
        for name in [
            UIScene.didActivateNotification, UIScene.willDeactivateNotification, UIScene.willConnectNotification,
            UIScene.didDisconnectNotification, UIScene.didEnterBackgroundNotification,
        ] {
            observers.hear(name) { [weak self] in self?.update() }
        }
    }
}
#endif
