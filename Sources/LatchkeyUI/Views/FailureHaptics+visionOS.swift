#if os(visionOS)
internal import SwiftUI

extension View {
    /// Nothing: visionOS has no haptics.
    func failureHaptics(_ failures: Int) -> some View { self }
}
#endif
