package import LatchkeyLifecycle
package import LatchkeyLock

/// The cover over an app's content in one of its windows.
package enum LockCover: Sendable, Hashable {
    /// No cover.
    case none
    /// A cover that hides the content.
    case cover
    /// The lock screen, which hides the content and requests the passcode.
    case lock

    /// Returns the cover for a state.
    ///
    /// - Parameters:
    ///   - access: Whether the app's content may be shown.
    ///   - state: The lock, with the visibility of the app.
    ///   - isElected: Whether this window shows the lock screen; the others are covered.
    ///   - isLeaving: Whether the system has announced that the app becomes inactive, shortly before the state changes.
    ///   - isAway: Whether this window is in the background, where the system takes its snapshot. The app may still be
    ///     active.
    ///   - isRecorded: Whether the window is recorded and the app hides its content from recordings.
    ///   - coversInactive: Whether content is covered as soon as the app is not in use, and not only when it is hidden.
    package init(
        _ access: LockState.Access, _ state: LockState, isElected: Bool, isLeaving: Bool = false, isAway: Bool = false,
        isRecorded: Bool = false, coversInactive: Bool = true
    ) {
        self =
            switch access {
            case .loading: .cover
            case .locked, .awaitingRecovery, .unreadable: isElected ? .lock : .cover
            // The system's own prompt makes the app inactive without covering it.
            case .unlocked, .unprotected:
                if isAway || isRecorded || state.appState == .background {
                    .cover
                } else {
                    coversInactive && (state.isCovered || isLeaving && !state.isPrompting) ? .cover : .none
                }
            }
    }

    /// Returns the cover for content behind a system prompt.
    ///
    /// - Parameters:
    ///   - isOpen: Whether the prompt succeeded.
    ///   - appState: The visibility of the app. The system's own prompt appears while it is covered.
    package init(isOpen: Bool, appState: AppState) {
        self = isOpen ? (appState == .active ? .none : .cover) : .lock
    }
}

extension LockState.Access {
    /// Whether content may be shown.
    var isOpen: Bool { self == .unlocked || self == .unprotected }
}
