#if os(visionOS)
internal import UIKit

extension UIWindowScene {
    /// Whether the system itself asks for the device's owner before it shows the scene: not on visionOS.
    var isGuardedBySystem: Bool { false }
}
#elseif canImport(UIKit)
internal import UIKit

extension UIWindowScene {
    /// Whether the system itself asks for the device's owner before it shows the scene: the user has turned "Require
    /// Face ID" on for the app
    /// (<https://developer.apple.com/documentation/uikit/uiscene/systemprotectionmanager-swift.class>).
    var isGuardedBySystem: Bool {
        guard #available(iOS 18, *) else { return false }
        return systemProtectionManager?.isUserAuthenticationEnabled == true
    }
}
#endif
