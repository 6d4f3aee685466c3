// Xcode 26, with Swift 6.2, is the first with glass in its SDKs; visionOS has no glass.
#if canImport(SwiftUI) && !os(visionOS) && compiler(>=6.2)
internal import SwiftUI

extension View {
    /// The material of the number pad's keys: glass if the system supports it
    /// (<https://developer.apple.com/documentation/swiftui/view/glasseffect(_:in:)>).
    @ViewBuilder func keyBackground() -> some View {
        if #available(iOS 26, macOS 26, *) {
            glassEffect(.regular.interactive(), in: Circle())
        } else {
            background(.quaternary, in: Circle())
        }
    }
}
#elseif canImport(SwiftUI)
internal import SwiftUI

extension View {
    /// The material of the number pad's keys.
    func keyBackground() -> some View { background(.quaternary, in: Circle()) }
}
#endif
