#if os(visionOS)
internal import SwiftUI

extension View {
    /// Does nothing: visionOS has no haptics.
    func failureHaptics(_ failures: Int) -> some View { self }
}
#elseif canImport(SwiftUI)
internal import SwiftUI

extension View {
    /// Plays the error haptic at each failure.
    func failureHaptics(_ failures: Int) -> some View { sensoryFeedback(.error, trigger: failures) }
}
#endif
