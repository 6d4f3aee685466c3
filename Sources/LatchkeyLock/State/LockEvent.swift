/// An event that may change the lock. Events may occur in any state, repeatedly, late or never.
package enum LockEvent: Sendable, Equatable {
    /// The stored state was read, with this result. A vault without a passcode is already open.
    case loaded(VaultProtection)
    /// The stored state cannot be read.
    case failedToLoad
    /// The app is in front and in use. `timedOut`: the absence reached the timeout or is in doubt.
    case becameActive(timedOut: Bool)
    /// The app is visible but not in use: the app switcher, a call, a prompt.
    case becameInactive
    /// The app is no longer in front: the only event that starts an absence.
    case enteredBackground
    /// The user locked the app.
    case lockRequested
    /// The app must lock for another reason, such as a locked device, the server, or the end of the process.
    case lockRequired
    /// A proof is required that this device cannot verify. Even a vault without a passcode stays closed until it is
    /// read again.
    case withheld
    /// A proof that was requested with this ticket opened the vault.
    case proved(LockState.Ticket)
    /// A passcode was set in an open vault. The ticket is from the start of the change.
    case passcodeSet(LockState.Ticket)
    /// The passcode was removed after its verification. The ticket is from the start of the change.
    case passcodeRemoved(LockState.Ticket)
    /// Biometrics were enabled or disabled.
    case biometricsChanged(Bool)
    /// The user requested the biometric prompt.
    case biometricsRequested
    /// A prompt has ended, with any outcome.
    case promptEnded(LockState.Prompt)
}

/// An effect of an event. Effects are applied in order.
package enum LockEffect: Sendable, Equatable {
    /// Remove the vault key from memory immediately.
    case dropKey
    /// Show this prompt.
    case ask(LockState.Prompt)
    /// Dismiss this prompt. A later match is a proof like any other.
    case dismiss(LockState.Prompt)
}
