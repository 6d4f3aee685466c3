#if canImport(SwiftUI)
internal import SwiftUI

extension Binding where Value == Bool {
    /// Whether something is presented. The action runs when it is dismissed.
    @MainActor
    static func presented(
        _ isPresented: @escaping @MainActor () -> Bool, onDismiss: @escaping @MainActor () -> Void
    ) -> Binding {
        Binding { @MainActor in
            isPresented()
        } set: { @MainActor isPresented in
            if !isPresented { onDismiss() }
        }
    }
}
#endif
