/// A change of the lock, with its cause.
public struct LockChange: Sendable, Hashable {
    /// The reason for a change.
    public enum Cause: Sendable, Hashable {
        /// No change: the state at the start of the stream.
        case current
        /// A passcode, a match or the account's recovery key was verified.
        case proof
        /// No passcode is set: no proof is required.
        case noPasscode
        /// The user locked manually.
        case request
        /// The app was away or unused for its timeout, or for a time that is in doubt.
        case absence
        /// The user or the system locked the device or session.
        case deviceLock
        /// The process ends.
        case termination
        /// The app or its account required a lock, or the stored vault requires a proof.
        case required
        /// No attempts are left, or only the account's recovery key opens the vault.
        case exhausted
        /// The server has destroyed its key for this device.
        case shut
        /// The stored state cannot be read.
        case unreadable
    }

    /// Whether the app is locked after the change.
    public let isLocked: Bool
    /// The reason for the change.
    public let cause: Cause
}

extension LockChange.Cause {
    /// The cause of a change by this event.
    init(_ event: LockEvent) {
        self =
            switch event {
            case .loaded(.absent), .loaded(.open), .passcodeRemoved: .noPasscode
            case .loaded(.awaitingRecovery): .exhausted
            case .loaded(.shut): .shut
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
