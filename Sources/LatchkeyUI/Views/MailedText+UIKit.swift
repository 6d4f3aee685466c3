#if canImport(UIKit)
internal import SwiftUI
internal import UIKit

extension View {
    /// Offers the keyboard and the fillings that an address or a mailed code takes.
    func takesMailedText(asksForAddress: Bool) -> some View {
        keyboardType(asksForAddress ? .emailAddress : .default)
            .textContentType(asksForAddress ? .emailAddress : .oneTimeCode)
            .textInputAutocapitalization(.never)
    }
}
#endif
