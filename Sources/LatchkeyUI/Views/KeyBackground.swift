#if canImport(SwiftUI) && (os(visionOS) || compiler(<6.2))
internal import SwiftUI

extension View {
    /// What the keys of the number pad are made of.
    func keyBackground() -> some View { background(.quaternary, in: Circle()) }
}
#endif
