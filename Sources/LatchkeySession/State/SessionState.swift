internal import LatchkeyLock

/// Who is signed in, and what comes next: a value that events change by rules, and nothing else does.
///
/// Whether the app is open is the lock's to say; see ``screen(isLocked:protection:)``.
struct SessionState: Sendable, Equatable {
    /// How far signing in has come.
    enum Phase: Sendable, Equatable {
        /// What is stored has not been read yet.
        case loading
        /// What is stored cannot be read.
        case unreadable(SessionError)
        /// There are no tokens that could be used.
        case signedOut
        /// Tokens in memory, of an account without a passcode.
        case offering
        /// Tokens in memory; the passcode has to be given to the server before anything opens.
        case unverified
        /// Tokens in the vault.
        case signedIn
    }

    /// Names the time between two changes of who is signed in: what began in another one changes nothing.
    struct Epoch: Sendable, Hashable {
        var number: UInt64 = 0
    }

    var phase = Phase.loading
    var epoch = Epoch()
    /// Why the person is asked once more, or what has just been done, or nil.
    var notice: SessionModel.Notice?
    /// Whether only the passcode opens: after a lock by hand, or because the server asks for it.
    var isPasscodeDemanded = false
    /// Whether there was a sign-in since launch that was not answered with yes or no to biometrics.
    var isOfferDue = false
    /// Whether the person has called off the only prompt that opens the app, and signs in instead.
    var isSignInPreferred = false

    /// What is on the screen, beside a lock in that state.
    func screen(isLocked: Bool, protection: VaultProtection?) -> SessionModel.State {
        switch phase {
        case .loading: .loading
        case .unreadable, .unverified: .locked
        case .signedOut: .signedOut
        case .offering: .offeringPasscodeSetup
        case .signedIn where !isLocked: .ready
        // The tokens are sealed in a vault that only recovery opens, which takes signing in.
        case .signedIn: protection == .awaitingRecovery || isSignInPreferred ? .signedOut : .locked
        }
    }
}
