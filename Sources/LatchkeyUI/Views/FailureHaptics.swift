#if canImport(SwiftUI) && !os(visionOS)
internal import SwiftUI

extension View {
    /// Plays the error haptic at each failure.
    func failureHaptics(_ failures: Int) -> some View { sensoryFeedback(.error, trigger: failures) }
}
#endif
