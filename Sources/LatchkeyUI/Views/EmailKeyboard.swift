#if canImport(UIKit) && canImport(SwiftUI)
internal import SwiftUI
internal import UIKit

extension View {
    /// Sets the keyboard and the content type for an email address or a code.
    func emailKeyboard(requestsAddress: Bool) -> some View {
        keyboardType(requestsAddress ? .emailAddress : .default)
            .textContentType(requestsAddress ? .emailAddress : .oneTimeCode)
            .textInputAutocapitalization(.never)
    }
}
#elseif os(macOS)
internal import SwiftUI

extension View {
    /// Does nothing: a Mac has one keyboard.
    func emailKeyboard(requestsAddress: Bool) -> some View { self }
}
#endif
