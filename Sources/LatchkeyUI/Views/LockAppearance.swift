#if canImport(SwiftUI)
internal import Foundation
internal import SwiftUI

/// What a lock's window takes over from the view that it is over: it is not in that view's window, and would follow
/// the system alone.
struct LockAppearance: Equatable {
    var branding = LockBranding()
    /// Nil follows the system, like the next two.
    var colorScheme: ColorScheme?
    var locale: Locale?
    var dynamicTypeSize: DynamicTypeSize?
}

extension View {
    /// Looks like the view that the lock is over.
    func looks(like appearance: LockAppearance) -> some View {
        environment(\.lockBranding, appearance.branding)
            .tint(appearance.branding.tint)
            .transformEnvironment(\.colorScheme) { $0 = appearance.colorScheme ?? $0 }
            .transformEnvironment(\.locale) { $0 = appearance.locale ?? $0 }
            .transformEnvironment(\.dynamicTypeSize) { $0 = appearance.dynamicTypeSize ?? $0 }
    }
}
#endif
