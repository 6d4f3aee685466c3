#if canImport(SwiftUI)
internal import SwiftUI

/// The background that hides content: opaque everywhere, unlike a system background on visionOS.
struct LockBackdrop: View {
    @Environment(\.colorScheme) private var colorScheme

    var body: some View { (colorScheme == .dark ? Color.black : Color.white).ignoresSafeArea() }
}
#endif
