/// An event that may change the lock. Any event may come in any state, twice, late or never.
package enum LockEvent: Sendable, Equatable {
    /// What is stored was read, with this result. A vault without a passcode is already open.
    case loaded(VaultProtection)
    /// What is stored cannot be read.
    case failedToLoad
    /// The app is in front and in use. `timedOut`: after an absence that was too long or in doubt.
    case becameActive(timedOut: Bool)
    /// The app is visible but not in use: the app switcher, a call, a prompt.
    case becameInactive
    /// The app is no longer in front: the only event that starts an absence.
    case enteredBackground
    /// The person asked to lock.
    case lockRequested
    /// The app must lock for another reason: the device was locked, the server says so, the process ends.
    case lockRequired
    /// A proof is needed that this device cannot check: also a vault without a passcode stays closed until it is read
    /// again.
    case withheld
    /// The vault was opened by a proof that was requested with this ticket.
    case proved(LockState.Ticket)
    /// A passcode was set in an open vault. The ticket is that of the start of the change.
    case passcodeSet(LockState.Ticket)
    /// The passcode was turned off, given the passcode. The ticket is that of the start of the change.
    case passcodeRemoved(LockState.Ticket)
    /// Biometrics were turned on or off.
    case biometricsChanged(Bool)
    /// The tenth wrong passcode destroyed the slots.
    case slotsDestroyed
    /// The person asked for the biometric prompt.
    case biometricsRequested
    /// A prompt has ended, with any outcome.
    case promptEnded(LockState.Prompt)
}

/// The effects of an event, in order.
package enum LockEffect: Sendable, Equatable {
    /// Remove the vault key from memory, at once.
    case dropKey
    /// Bring this prompt up.
    case ask(LockState.Prompt)
    /// Dismiss this prompt. A match that still comes is a proof like any other.
    case dismiss(LockState.Prompt)
}
