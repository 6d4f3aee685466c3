#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
internal import LatchkeyUI
public import SwiftUI

@available(iOSApplicationExtension, unavailable)
extension View {
    /// Shows the app's lock over this view whenever the app is locked. With an account, it includes the reset of a
    /// forgotten passcode. Apply it to the root view of each scene.
    @MainActor
    @ViewBuilder public func appLock() -> some View {
        let composition = Latchkey.current
        if let account = composition.account {
            appLock(account)
        } else if let device = composition.device {
            appLock(device)
        }
    }
}
#endif
