/// A change of the lock, and why.
public struct LockChange: Sendable, Hashable {
    /// What made the lock what it is.
    public enum Cause: Sendable, Hashable {
        /// No change: the lock as it was when the stream began.
        case current
        /// A passcode, a match or the account's recovery key was given.
        case proof
        /// No passcode is set: nothing has to be proved.
        case noPasscode
        /// The user locked manually.
        case request
        /// The app was away, or was not used, for as long as the timeout, or for a time that is in doubt.
        case absence
        /// The user or the system locked the whole device or session.
        case deviceLock
        /// The process ends.
        case termination
        /// The app or its account asked for it, or what is stored was found to take a proof.
        case required
        /// All guesses are spent, or only the account's recovery key opens the vault.
        case exhausted
        /// What is stored cannot be read.
        case unreadable
    }

    /// Whether the app is locked from now on.
    public let isLocked: Bool
    /// Why.
    public let cause: Cause

    package init(isLocked: Bool, cause: Cause) { (self.isLocked, self.cause) = (isLocked, cause) }
}

extension LockChange.Cause {
    /// Why the event changes the lock, if it does.
    init(_ event: LockEvent) {
        self =
            switch event {
            case .loaded(.absent), .loaded(.open), .passcodeRemoved: .noPasscode
            case .loaded(.awaitingRecovery), .slotsDestroyed: .exhausted
            case .failedToLoad: .unreadable
            case .becameActive: .absence
            case .lockRequested: .request
            case .proved: .proof
            case .lockRequired, .withheld, .loaded, .passcodeSet, .becameInactive, .enteredBackground,
                .biometricsChanged, .biometricsRequested, .promptEnded:
                .required
            }
    }
}
