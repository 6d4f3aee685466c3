#if os(visionOS)
internal import SwiftUI

extension View {
    /// Nothing: there is nothing to be felt.
    func failureHaptics(_ failures: Int) -> some View { self }
}
#endif
