import Foundation

// Page: uikit/uiview.
@MainActor open class UIView: UIResponder {
    // Pages: uiview/ishidden, uiview/endediting(_:).
    open var isHidden: Bool {
        get { false }
        set {}
    }
    @discardableResult open func endEditing(_ force: Bool) -> Bool { false }
    // Page: objectivec/nsobject-swift.class/accessibilityviewismodal; of every object on Apple.
    open var accessibilityViewIsModal: Bool {
        get { false }
        set {}
    }
    // Pages: uiview/window, uiview/didmovetowindow().
    open var window: UIWindow? { nil }
    open func didMoveToWindow() {}
}

// Page: uikit/uiviewcontroller.
@MainActor open class UIViewController: UIResponder {}

// Page: uikit/uiscene. No public `init()` on Apple.
@MainActor open class UIScene: UIResponder {
    @available(*, unavailable) public nonisolated override init() { fatalError("not for use") }

    // Page: uiscene/activationstate-swift.enum; values: UISceneDefinitions.h.
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }
    // Page: uiscene/activationstate-swift.property.
    open var activationState: ActivationState { .foregroundActive }
    // Page: uiscene/session.
    open var session: UISceneSession { UISceneSession() }

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
    open var windows: [UIWindow] { [] }
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
    public init(windowScene: UIWindowScene) { super.init() }
    // Pages: uiwindow/windowscene, windowlevel, rootviewcontroller, makekey().
    open weak var windowScene: UIWindowScene?
    open var windowLevel = Level(rawValue: 0)
    open var rootViewController: UIViewController?
    open func makeKey() {}
}

// Page: uikit/uiscenesession.
@MainActor open class UISceneSession: NSObject {
    // Page: uiscenesession/persistentidentifier.
    open var persistentIdentifier: String { "" }
    // Pages: uiscenesession/role-swift.property, uiscenesession/role-swift.struct.
    open var role: Role { Role(rawValue: "") }
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}
