#if os(visionOS)
internal import UIKit

extension UIWindowScene {
    /// Whether the system authenticates the device's owner before it shows the scene: never on visionOS.
    var isGuardedBySystem: Bool { false }
}
#elseif canImport(UIKit)
internal import UIKit

extension UIWindowScene {
    /// Whether the system authenticates the device's owner before it shows the scene: the user has enabled "Require
    /// Face ID" for the app
    /// (<https://developer.apple.com/documentation/uikit/uiscene/systemprotectionmanager-swift.class>).
    var isGuardedBySystem: Bool {
        guard #available(iOS 18, *) else { return false }
        return systemProtectionManager?.isUserAuthenticationEnabled == true
    }
}
#endif
