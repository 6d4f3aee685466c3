package import LatchkeyLifecycle
package import LatchkeyLock

/// What lies over an app's content in one of its windows.
package enum LockCover: Sendable, Hashable {
    /// Nothing.
    case none
    /// What hides the content.
    case cover
    /// What hides the content and asks for the passcode.
    case lock

    /// What a state asks for.
    ///
    /// - Parameters:
    ///   - access: Whether the app's content may be shown.
    ///   - state: The lock, which knows how near the app is to its user.
    ///   - isElected: Whether this is the window that asks; the others are covered.
    ///   - isLeaving: Whether the system has announced that the app becomes inactive, which the state learns a moment
    ///     later.
    ///   - isAway: Whether this window is in the background, where the system takes its picture. The app need not be.
    ///   - isRecorded: Whether the window is recorded, and the app wants that to show nothing.
    ///   - coversInactive: Whether content is covered as soon as the app is not in use, and not only when it is hidden.
    package init(
        _ access: LockState.Access, _ state: LockState, isElected: Bool, isLeaving: Bool = false, isAway: Bool = false,
        isRecorded: Bool = false, coversInactive: Bool = true
    ) {
        self =
            switch access {
            case .loading: .cover
            case .locked, .awaitingRecovery, .unreadable: isElected ? .lock : .cover
            // The system's own prompt makes the app inactive, and covers nothing.
            case .unlocked, .unprotected:
                if isAway || isRecorded || state.appState == .background {
                    .cover
                } else {
                    coversInactive && (state.isCovered || isLeaving && !state.isPrompting) ? .cover : .none
                }
            }
    }

    /// What lies over content behind a question to the system.
    ///
    /// - Parameters:
    ///   - isOpen: Whether the question was answered.
    ///   - appState: How near the app is to its user. The system's own prompt comes up while it is closed.
    package init(isOpen: Bool, appState: AppState) {
        self = isOpen ? (appState == .active ? .none : .cover) : .lock
    }
}

extension LockState.Access {
    /// Whether content may be shown.
    var isOpen: Bool { self == .unlocked || self == .unprotected }
}
