/// What handlers can be registered for.
public enum LifecycleEvent: String, Hashable, Sendable, CaseIterable {
    /// The app became active for the first time. Happens once, before ``active``.
    case appear
    /// The app came back from the background; it may not be active yet.
    case foreground
    /// The app became active: from the background, or from being inactive only.
    case active
    /// The app is no longer in use, or not yet again; content should be covered now.
    case inactive
    /// The app is no longer visible. What must be saved is saved now.
    case background
    /// The user turned to another app while this one stays visible, as on a Mac. The app is inactive.
    case leave
    /// The user or the system locked the whole device or session. Its counterpart is deliberately missing: unlocking
    /// the device opens nothing in the app.
    case deviceLock
    /// The process is about to end. On Linux it ends when the handlers have; Apple's systems may end it earlier.
    case terminate

    /// The events on the way from one state to another, in order; none when the state stays.
    ///
    /// A source may omit the state in between. Handlers of ``inactive`` are still called before those of
    /// ``background``.
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
