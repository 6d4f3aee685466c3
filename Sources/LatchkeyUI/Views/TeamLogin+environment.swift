#if canImport(SwiftUI)
public import SwiftUI

private struct TeamLoginKey: EnvironmentKey {
    static let defaultValue: TeamLogin? = nil
}

extension EnvironmentValues {
    /// The team's own login; nil where only mails sign in.
    public var teamLogin: TeamLogin? {
        get { self[TeamLoginKey.self] }
        set { self[TeamLoginKey.self] = newValue }
    }
}

extension View {
    /// Offers the team's own login on the screens that sign in and reset.
    public func teamLogin(_ login: TeamLogin?) -> some View { environment(\.teamLogin, login) }
}
#endif
