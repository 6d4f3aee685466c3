#if canImport(SwiftUI)
public import SwiftUI

/// The app's branding of its lock: `.environment(\.lockBranding, LockBranding(title: "Repair Shop"))` outside
/// `.appLock` or ``SessionView``.
public struct LockBranding: Sendable, Equatable {
    /// The image instead of the padlock, at its own size, on lock and cover; nil for the padlock.
    public var logo: Image?
    /// The app's name above the title, or nil.
    public var title: String?
    /// The color of the buttons, or nil for the accent color.
    public var tint: Color?

    /// Creates the branding of the lock screen.
    ///
    /// - Parameters:
    ///   - logo: The image instead of the padlock.
    ///   - title: The app's name, in the user's language.
    ///   - tint: The color of the buttons.
    public init(logo: Image? = nil, title: String? = nil, tint: Color? = nil) {
        (self.logo, self.title, self.tint) = (logo, title, tint)
    }
}

private struct LockBrandingKey: EnvironmentKey {
    static let defaultValue = LockBranding()
}

extension EnvironmentValues {
    /// The app's branding of its lock; empty by default.
    public var lockBranding: LockBranding {
        get { self[LockBrandingKey.self] }
        set { self[LockBrandingKey.self] = newValue }
    }
}

/// The logo, or a padlock.
struct LockLogo: View {
    @Environment(\.lockBranding) private var branding

    var body: some View {
        (branding.logo ?? Image(systemName: "lock.fill")).font(.largeTitle).accessibilityHidden(true)
    }
}
#endif
