#if canImport(SwiftUI)
public import SwiftUI

private struct TeamLoginKey: EnvironmentKey {
    static let defaultValue: TeamLogin? = nil
}

extension EnvironmentValues {
    /// The team's own login; nil if users sign in only by email.
    public var teamLogin: TeamLogin? {
        get { self[TeamLoginKey.self] }
        set { self[TeamLoginKey.self] = newValue }
    }
}

extension View {
    /// Offers the team's own login on the screens for sign-in and reset.
    public func teamLogin(_ login: TeamLogin?) -> some View { environment(\.teamLogin, login) }
}
#endif
