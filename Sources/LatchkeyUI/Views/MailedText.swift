#if canImport(UIKit) && canImport(SwiftUI)
internal import SwiftUI
internal import UIKit

extension View {
    /// Sets the keyboard and the content type for an email address or a code.
    func takesMailedText(asksForAddress: Bool) -> some View {
        keyboardType(asksForAddress ? .emailAddress : .default)
            .textContentType(asksForAddress ? .emailAddress : .oneTimeCode)
            .textInputAutocapitalization(.never)
    }
}
#elseif os(macOS)
internal import SwiftUI

extension View {
    /// Does nothing: a Mac has one keyboard.
    func takesMailedText(asksForAddress: Bool) -> some View { self }
}
#endif
