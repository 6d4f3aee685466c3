#if canImport(SwiftUI)
internal import Foundation
internal import SwiftUI

/// The appearance that a lock's window copies from the view below it. The lock is in another window, which would
/// otherwise follow only the system.
struct LockAppearance: Equatable {
    var branding = LockBranding()
    /// The color scheme; nil follows the system, like the next three.
    var colorScheme: ColorScheme?
    var locale: Locale?
    var layoutDirection: LayoutDirection?
    var dynamicTypeSize: DynamicTypeSize?
}

extension View {
    /// Applies the appearance of the view below the lock.
    func looks(like appearance: LockAppearance) -> some View {
        environment(\.lockBranding, appearance.branding)
            .tint(appearance.branding.tint)
            .transformEnvironment(\.colorScheme) { $0 = appearance.colorScheme ?? $0 }
            .transformEnvironment(\.locale) { $0 = appearance.locale ?? $0 }
            .transformEnvironment(\.layoutDirection) { $0 = appearance.layoutDirection ?? $0 }
            .transformEnvironment(\.dynamicTypeSize) { $0 = appearance.dynamicTypeSize ?? $0 }
    }
}
#endif
