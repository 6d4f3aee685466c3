import Foundation

// Page: uikit/uiview.
@MainActor open class UIView: UIResponder {
    // Pages: uiview/ishidden, uiview/endediting(_:).
    open var isHidden = false
    @discardableResult open func endEditing(_ force: Bool) -> Bool { false }
    // Page: objectivec/nsobject-swift.class/accessibilityviewismodal; of every object on Apple.
    open var accessibilityViewIsModal = false
    // Pages: uiview/window, uiview/didmovetowindow().
    open var window: UIWindow? { standInWindow }
    private weak var standInWindow: UIWindow?
    /// Not Apple's: the effect of adding the view to a window, or removing it from one.
    public func standInMove(to window: UIWindow?) {
        standInWindow = window
        didMoveToWindow()
    }
    open func didMoveToWindow() {}
    // Pages: uiview/gesturerecognizers, uiview/addgesturerecognizer(_:).
    open private(set) var gestureRecognizers: [UIGestureRecognizer]?
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    }
    /// Not Apple's: the user touches it, for example. Returns the recognizers that receive the event.
    public func standInSend(_ type: UIEvent.EventType) -> [UIGestureRecognizer] {
        (gestureRecognizers ?? []).filter { recognizer in
            guard recognizer.standInEvents.contains(type) else { return false }
            return recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: UIEvent(standIn: type)) ?? true
        }
    }
}

// Page: uikit/uiviewcontroller.
@MainActor open class UIViewController: UIResponder {}

// Page: uikit/uiscene. No public `init()` on Apple.
@MainActor open class UIScene: UIResponder {
    @available(*, unavailable) public nonisolated override init() { fatalError("not for use") }
    /// Not Apple's: the system connects the scene.
    public init(standIn name: String, role: String = "UIWindowSceneSessionRoleApplication") {
        session = UISceneSession(standIn: name, role: role)
        super.init()
        UIApplication.shared.standInScenes.insert(self)
    }
    /// Not Apple's: the user closes it. Whether the app still lists it as connected during the notification is
    /// undocumented, so here it does (page: uiscene/diddisconnectnotification, "in the object property").
    public func standInDisconnect() {
        NotificationCenter.default.post(name: UIScene.didDisconnectNotification, object: self)
        UIApplication.shared.standInScenes.remove(self)
    }

    // Page: uiscene/activationstate-swift.enum; values: UISceneDefinitions.h.
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }
    // Page: uiscene/activationstate-swift.property.
    open var activationState: ActivationState { standInState }
    /// Not Apple's: the user's actions on it.
    public var standInState = ActivationState.foregroundActive
    // Pages: uiscene/systemprotectionmanager-swift.property, systemprotectionmanager-swift.class. Not on visionOS.
    @available(iOS 18.0, *) @available(visionOS, unavailable)
    @MainActor open class SystemProtectionManager: NSObject {
        public nonisolated override init() { super.init() }
        open var isUserAuthenticationEnabled: Bool { standInIsEnabled }
        fileprivate var standInIsEnabled = false
    }
    @available(iOS 18.0, *) @available(visionOS, unavailable)
    open var systemProtectionManager: SystemProtectionManager? {
        let manager = SystemProtectionManager()
        manager.standInIsEnabled = standInIsGuarded
        return manager
    }
    /// Not Apple's: whether the user made the system require Face ID before it shows the app.
    public var standInIsGuarded = false
    // Page: uiscene/session.
    public let session: UISceneSession

    // Pages: uiscene/<name in lower case>.
    public nonisolated class var willConnectNotification: Notification.Name { .init("UISceneWillConnect") }
    public nonisolated class var didDisconnectNotification: Notification.Name { .init("UISceneDidDisconnect") }
    public nonisolated class var didActivateNotification: Notification.Name { .init("UISceneDidActivate") }
    public nonisolated class var didEnterBackgroundNotification: Notification.Name {
        .init("UISceneDidEnterBackground")
    }
    public nonisolated class var willDeactivateNotification: Notification.Name { .init("UISceneWillDeactivate") }
}

// Page: uikit/uiwindowscene.
@MainActor open class UIWindowScene: UIScene {
    // Page: uiwindowscene/windows.
    // Page: uitraitenvironment/traitcollection.
    public let traitCollection = UITraitCollection()
    var standInHandlers: [(_ changed: UITrait, UITraitCollection) -> Void] = []
    /// Not Apple's: the user starts or stops a screen recording.
    public func standInCapture(_ state: UISceneCaptureState) {
        traitCollection.standInCapture = state
        for handler in standInHandlers { handler(UITraitSceneCaptureState.self, traitCollection) }
    }
    /// Not Apple's: the user brings this scene or another one to the front.
    public func standInFront(_ isFront: Bool) {
        traitCollection.standInAppearance = isFront ? .active : .inactive
        for handler in standInHandlers { handler(UITraitActiveAppearance.self, traitCollection) }
    }
    open var windows: [UIWindow] { kept.compactMap(\.window) }
    // Page: uiwindowscene/keywindow.
    open fileprivate(set) weak var keyWindow: UIWindow?
    /// A scene does not retain hidden windows.
    private struct Kept { weak var window: UIWindow? }
    private var kept: [Kept] = []
    fileprivate func add(_ window: UIWindow) { kept.append(Kept(window: window)) }
}

// Page: uikit/uiwindow.
@MainActor open class UIWindow: UIView {
    // Page: uiwindow/level; the number is unverified.
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static var alert: Level { Level(rawValue: 2000) }
    }
    // Page: uiwindow/init(windowscene:).
    public init(windowScene: UIWindowScene) {
        super.init()
        // Hidden until its owner shows it.
        isHidden = true
        self.windowScene = windowScene
        windowScene.add(self)
    }
    // Pages: uiwindow/windowscene, windowlevel, rootviewcontroller, makekey().
    open weak var windowScene: UIWindowScene?
    open var windowLevel = Level(rawValue: 0)
    open var rootViewController: UIViewController?
    open func makeKey() {
        windowScene?.keyWindow = self
        NotificationCenter.default.post(name: Self.didBecomeKeyNotification, object: self)
    }
    // Pages: uiwindow/iskeywindow, uiwindow/didbecomekeynotification.
    open var isKeyWindow: Bool { windowScene?.keyWindow === self }
    public nonisolated class var didBecomeKeyNotification: Notification.Name { .init("UIWindowDidBecomeKey") }
}

// Page: uikit/uiscenesession.
@MainActor open class UISceneSession: NSObject {
    @available(*, unavailable) public nonisolated override init() { fatalError("not for use") }
    fileprivate init(standIn name: String, role: String) {
        (persistentIdentifier, self.role) = (name, Role(rawValue: role))
        super.init()
    }
    // Page: uiscenesession/persistentidentifier.
    public let persistentIdentifier: String
    // Pages: uiscenesession/role-swift.property, uiscenesession/role-swift.struct.
    public let role: Role
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        // Page: role-swift.struct/windowexternaldisplaynoninteractive. The text is unverified.
        @available(iOS 16.0, *) public static let windowExternalDisplayNonInteractive = Role(
            rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
    }
}
