/// The visibility of the app.
public enum AppState: String, Hashable, Sendable, Codable, CaseIterable {
    /// In front and in use.
    case active
    /// Visible but not in use, for example during a call, in the app switcher, or behind a system prompt or another
    /// window.
    case inactive
    /// Not visible, or suspended.
    case background
}
