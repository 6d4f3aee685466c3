/// What happens to the lock. Any event may come in any state, twice, late or never.
public enum LockEvent: Sendable, Equatable {
    /// What is stored was read, and says this; a vault without a passcode is open by now.
    case loaded(VaultProtection)
    /// What is stored cannot be read.
    case failedToLoad
    /// The app is in front and in use, after an absence that was too long or in doubt, or was not.
    case becameActive(timedOut: Bool)
    /// The app is no longer, or not yet, in use: the app switcher, a call, a prompt.
    case becameInactive
    /// The app is no longer in front: the only event that begins an absence.
    case enteredBackground
    /// The person asked to lock.
    case lockRequested
    /// Something else asks to lock: the device was locked, the server says so, the process ends.
    case lockRequired
    /// More has to be proved than this device knows: also a vault without a passcode is kept closed, until it is read
    /// again.
    case withheld
    /// The vault was opened by a proof that was asked for under this ticket.
    case proved(LockState.Ticket)
    /// A passcode was set in an open vault, which was begun under this ticket.
    case passcodeSet(LockState.Ticket)
    /// The passcode was turned off with the passcode, which was begun under this ticket.
    case passcodeRemoved(LockState.Ticket)
    /// Biometrics were turned on or off.
    case biometricsChanged(Bool)
    /// The tenth wrong passcode destroyed the slots.
    case slotsDestroyed
    /// The person asked for the biometric prompt.
    case biometricsRequested
    /// A prompt is down, whatever came of it.
    case promptEnded(LockState.Prompt)
}

/// What has to be done about an event, in order.
public enum LockEffect: Sendable, Equatable {
    /// Let go of the vault key, at once.
    case dropKey
    /// Bring this prompt up.
    case ask(LockState.Prompt)
    /// Take this prompt down. A match that comes all the same is a proof like any other.
    case dismiss(LockState.Prompt)
}
