#if canImport(SwiftUI)
internal import SwiftUI

/// What hides content: opaque everywhere, which a system background on visionOS is not.
struct LockBackdrop: View {
    @Environment(\.colorScheme) private var colorScheme

    var body: some View { (colorScheme == .dark ? Color.black : Color.white).ignoresSafeArea() }
}
#endif
