#if canImport(SwiftUI)
internal import SwiftUI

extension View {
    /// Scrolls the view if it is too high for its place, such as with large text.
    func scrollsIfNeeded() -> some View {
        ViewThatFits(in: .vertical) {
            self
            ScrollView { frame(maxWidth: .infinity) }
        }
    }
}
#endif
