import Foundation

// Page: uikit/uitraitcollection.
@MainActor open class UITraitCollection: NSObject {
    public nonisolated override init() { super.init() }
    // Pages: uitraitcollection/scenecapturestate, uikit/uiscenecapturestate.
    @available(iOS 17.0, *) open var sceneCaptureState: UISceneCaptureState { standInCapture }
    /// Not Apple's: the user's actions on the screen.
    public var standInCapture = UISceneCaptureState.inactive
    // Pages: uitraitcollection/activeappearance, uikit/uiuserinterfaceactiveappearance; values: UIInterface.h.
    @available(iOS 14.0, *) open var activeAppearance: UIUserInterfaceActiveAppearance { standInAppearance }
    /// Not Apple's: whether the scene is in front.
    public var standInAppearance = UIUserInterfaceActiveAppearance.unspecified
}
public enum UIUserInterfaceActiveAppearance: Int, Sendable {
    case unspecified = -1
    case inactive = 0
    case active = 1
}
public enum UISceneCaptureState: Int, Sendable {
    case unspecified = -1
    case inactive = 0
    case active = 1
}

// Pages: uikit/uitraitdefinition, uitraitscenecapturestate, uitraitactiveappearance, uitrait.
public protocol UITraitDefinition {}
@available(iOS 17.0, *) public struct UITraitSceneCaptureState: UITraitDefinition {}
@available(iOS 17.0, *) public struct UITraitActiveAppearance: UITraitDefinition {}
public typealias UITrait = any UITraitDefinition.Type

// Pages: uikit/uitraitenvironment, uitraitchangeregistration, uitraitchangeobservable-67e94/
// registerfortraitchanges(_:handler:), …/traitchangehandler. Of the conforming types only the scene.
@MainActor public protocol UITraitEnvironment: NSObjectProtocol {
    var traitCollection: UITraitCollection { get }
}
@MainActor public protocol UITraitChangeRegistration: NSObjectProtocol {}
private final class Registration: NSObject, UITraitChangeRegistration {}
@available(iOS 17.0, *)
extension UIWindowScene: UITraitEnvironment {
    @discardableResult public func registerForTraitChanges<Environment: UITraitEnvironment>(
        _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        let observed = traits.map { ObjectIdentifier($0) }
        standInHandlers.append { [weak self] changed, former in
            guard observed.contains(ObjectIdentifier(changed)), let environment = self as? Environment else { return }
            handler(environment, former)
        }
        return Registration()
    }
}
