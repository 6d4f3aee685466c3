/// The state of the sign-in: a value that only events change. Whether the app is open is part of the lock's state.
struct SessionState: Sendable, Equatable {
    /// A step of signing in.
    enum Phase: Sendable, Equatable {
        /// The stored state was not read yet.
        case loading
        /// The stored state cannot be read.
        case unreadable(SessionError)
        /// There are no usable tokens.
        case signedOut
        /// Tokens of an account without a passcode, in memory; or in the vault, if the team now requires a passcode.
        case offering
        /// Tokens in memory. The server must verify the passcode before anything opens.
        case unverified
        /// Tokens in the vault.
        case signedIn
    }

    /// The identifier of the time between two changes of the signed-in user. An event of an earlier epoch changes
    /// nothing.
    struct Epoch: Sendable, Hashable {
        var number: UInt64 = 0
    }

    var phase = Phase.loading
    var epoch = Epoch()
    /// The reason that the passcode is required again, or a completed operation, or nil.
    var notice: SessionNotice?
    /// Whether only the passcode opens the app: after a manual lock, or because the server requires it.
    var isPasscodeDemanded = false
    /// Whether biometrics were neither enabled nor declined since a sign-in in this launch.
    var isOfferDue = false
    /// Whether the user signs in instead: the only prompt that opens the app was cancelled, or the team does not allow
    /// it.
    var isSignInPreferred = false
}

/// The reason that the passcode is required again, a completed operation, or one that failed.
public enum SessionNotice: Sendable, Equatable {
    /// The server has ended the session.
    case sessionEnded
    /// The server has destroyed its key for this device. The notice lasts until the user signs in.
    case deviceShut
    /// The passcode was changed on another device: the new one unlocks.
    case passcodeChanged
    /// The server requires the passcode.
    case passcodeNeeded
    /// The passcode was reset by email, and the new one is valid. The notice lasts until the app locks. Show it while
    /// the state is ``SessionModel/State/ready``, then call ``SessionModel/dismissNotice()``.
    case passcodeReset
    /// Unlocking must require the server, but this device still opens without it: the account has too many devices. The
    /// next unlock retries it. Show the notice like the one above.
    case tooManyDevices
}
