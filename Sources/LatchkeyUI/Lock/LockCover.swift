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
    ///   - state: The lock.
    ///   - isElected: Whether this is the window that asks; the others are covered.
    ///   - isLeaving: Whether the system said that the app is about to be inactive, which the state learns a moment later.
    ///   - isAway: Whether this window is in the background, where the system takes its picture, and the app need not be.
    package init(_ state: LockState, isElected: Bool, isLeaving: Bool, isAway: Bool) {
        self =
            switch state.access {
            case .loading: .cover
            case .locked, .awaitingRecovery, .unreadable: isElected ? .lock : .cover
            // The system's own prompt makes the app inactive, and covers nothing.
            case .unlocked, .unprotected:
                state.isCovered || isAway || isLeaving && state.prompt == nil ? .cover : .none
            }
    }
}
