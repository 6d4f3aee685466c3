/// An event in the lifecycle of the app, which handlers can be registered for.
public enum LifecycleEvent: String, Hashable, Sendable, CaseIterable {
    /// The app became active for the first time. Happens once, before ``active``.
    case appear
    /// The app returned from the background; it may not be active yet.
    case foreground
    /// The app became active, from the background or from being inactive.
    case active
    /// The app is not in use. Cover its content now.
    case inactive
    /// The app is no longer visible. Save unsaved data now.
    case background
    /// Another app is in front while this one stays visible, as on a Mac. The app is inactive.
    case leave
    /// The user or the system locked the device or session. There is deliberately no counterpart: unlocking the device
    /// unlocks nothing in the app.
    case deviceLock
    /// The process is about to end. On Linux it ends after the handlers; Apple's systems may end it earlier.
    case terminate

    /// Returns the events between two states, in order; none if the states are equal.
    ///
    /// A source may omit the state in between. Handlers of ``inactive`` still run before those of ``background``.
    static func path(from old: AppState, to new: AppState) -> [LifecycleEvent] {
        switch (old, new) {
        case (.active, .active), (.inactive, .inactive), (.background, .background): []
        case (.active, .inactive): [.inactive]
        case (.active, .background): [.inactive, .background]
        case (.inactive, .background): [.background]
        case (.inactive, .active): [.active]
        case (.background, .inactive): [.foreground, .inactive]
        case (.background, .active): [.foreground, .active]
        }
    }
}
