#if canImport(UIKit) && canImport(SwiftUI)
internal import SwiftUI
internal import UIKit

extension View {
    /// Sets the keyboard and the content type for an email address or a code.
    func emailOrCodeKeyboard(isAddress: Bool) -> some View {
        keyboardType(isAddress ? .emailAddress : .default)
            .textContentType(isAddress ? .emailAddress : .oneTimeCode)
            .textInputAutocapitalization(.never)
    }
}
#elseif os(macOS)
internal import SwiftUI

extension View {
    /// Does nothing: a Mac has one keyboard.
    func emailOrCodeKeyboard(isAddress: Bool) -> some View { self }
}
#endif
