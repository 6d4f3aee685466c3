#if canImport(SwiftUI)
public import SwiftUI

/// The app's own marks on its lock: `.environment(\.lockBranding, LockBranding(title: "Repair Shop"))` outside of
/// `.appLock` or ``SessionView``.
public struct LockBranding: Sendable, Equatable {
    /// The picture in place of the padlock, at its own size, on the lock and on the cover; nil for the padlock.
    public var logo: Image?
    /// The app's name above what is asked for, or nil.
    public var title: String?
    /// The colour of the buttons, or nil for the accent colour.
    public var tint: Color?

    /// - Parameters:
    ///   - logo: The picture in place of the padlock.
    ///   - title: The app's name, in the user's language.
    ///   - tint: The colour of the buttons.
    public init(logo: Image? = nil, title: String? = nil, tint: Color? = nil) {
        (self.logo, self.title, self.tint) = (logo, title, tint)
    }
}

private struct LockBrandingKey: EnvironmentKey {
    static let defaultValue = LockBranding()
}

extension EnvironmentValues {
    /// The app's marks on its lock. None unless the app sets some.
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
