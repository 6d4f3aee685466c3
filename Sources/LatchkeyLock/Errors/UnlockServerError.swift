/// The reason that the server did not contribute to unlocking. No case counts as an attempt on this device, or reveals
/// anything about the passcode.
public enum UnlockServerError: Error, Sendable, Equatable {
    /// The server was not reached or is unavailable. The same call may succeed later.
    case unreachable
    /// The server does not know this device's slot. Sign in again.
    case unknownDevice
    /// The passcode was changed on another device. Sign in again.
    case passcodeChanged
    /// The device was shut, or no attempts are left: the server has destroyed its key.
    case shut
    /// The server requires the passcode again: it was entered too long ago, the session was locked, or the registration
    /// of a key has expired.
    case passcodeNeeded
    /// The app was locked before the request was sent.
    case locked
    /// The task was cancelled, or the lock of the session could not be acquired. The same call may succeed later.
    case cancelled
    /// The account has as many devices as the server allows. Shut one first.
    case tooManyDevices
    /// No attempt was made. The next one is accepted after this time.
    case wait(Duration)
    /// The response was not computed with the key that belongs to this device's slot, or is malformed.
    case broken

    /// Whether only a new sign-in ends the error: the server accepts no passcode for this device's slot.
    package var requiresSignIn: Bool { self == .unknownDevice || self == .passcodeChanged }
}
