/// How near the app is to its user.
public enum AppState: String, Hashable, Sendable, Codable, CaseIterable {
    /// In front, and the user works with it.
    case active
    /// Visible, but not in use: a call, the app switcher, a prompt of the system, another window in front.
    case inactive
    /// Not visible, or suspended.
    case background
}
