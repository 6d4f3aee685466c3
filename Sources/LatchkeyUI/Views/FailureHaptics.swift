#if canImport(SwiftUI) && !os(visionOS)
internal import SwiftUI

extension View {
    /// Lets the device be felt at each failure.
    func failureHaptics(_ failures: Int) -> some View { sensoryFeedback(.error, trigger: failures) }
}
#endif
