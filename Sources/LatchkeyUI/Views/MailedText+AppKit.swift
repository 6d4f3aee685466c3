#if os(macOS)
internal import SwiftUI

extension View {
    /// Nothing: a Mac has one keyboard.
    func takesMailedText(asksForAddress: Bool) -> some View { self }
}
#endif
