internal import LatchkeyLifecycle
public import LatchkeyAPI
public import LatchkeyLock
public import Observation

/// The app's state: the signed-in account, and whether the app is open.
///
/// ```swift
/// let session = AppLock.account(
///     .apple(), server: server, reason: "Unlock Repair Shop", sessionLock: InProcessSessionLock())
/// await session.start()
/// switch session.state { … }
/// ```
@MainActor @Observable
public final class SessionModel {
    /// What the app shows.
    public enum State: Sendable, Hashable {
        /// What is stored has not been read yet.
        case loading
        /// The person has to sign in. The vault is kept, with all that it sealed.
        case signedOut
        /// Signed in to an account that has no passcode; "Set up later" is allowed, unless the team requires one: see
        /// ``SessionModel/canSetUpLater``.
        case offeringPasscodeSetup
        /// Signed in, and the passcode is needed; or what is stored cannot be read: see ``SessionModel/problem``.
        case locked
        /// Signed in and open.
        case ready
    }

    /// What a launch does when there is a session without a passcode (requirement 03).
    public enum UnprotectedLaunch: Sendable {
        /// The person signs in again; the default. The vault is kept.
        case signInAgain
        /// The session is restored.
        case restore
    }

    /// The lock that this session owns: only its own operations open and lock the app.
    package let lock: PasscodeService
    /// The account, once the server has sent it since launch.
    public internal(set) var user: User?
    /// What the team decided, as it was kept here; see ``policy``.
    var keptPolicy = User.Policy.unrestricted
    /// The state of the sign-in.
    private(set) var session = SessionState()
    @ObservationIgnored let auth: AuthService
    @ObservationIgnored let unprotectedLaunch: UnprotectedLaunch
    /// Whether a vault without a passcode may seal the app's data.
    @ObservationIgnored let sealsWithoutPasscode: Bool
    /// The lock's ticket at the unlock that was, or is being, confirmed.
    @ObservationIgnored var confirmedTicket: LockState.Ticket?
    @ObservationIgnored var confirmation: Task<ConfirmationOutcome, Never>?
    /// The lock's ticket when the session was kept last, for ``notice``.
    @ObservationIgnored private var keptTicket: LockState.Ticket?
    @ObservationIgnored var isLockingManually = false
    /// The call that ends the session on the server after a sign-out.
    @ObservationIgnored var logout: Task<Void, Never>?
    @ObservationIgnored private var isWatching = false
    /// The passcode that an earlier version of the app stored on this device, until it is deleted.
    @ObservationIgnored var formerPasscode: (any LegacyPasscodeSource)?
    /// Erases the app's data that the vault has sealed: called by a sign-out, and by the launch that finishes one that
    /// was interrupted, once nothing opens the data. Nothing else, an absent vault for instance, calls it.
    @ObservationIgnored package var eraseData: @MainActor () async -> Void = {}

    /// Creates a model over the session and its lock, whose vault is the session's; reads nothing.
    package init(
        auth: AuthService, lock: PasscodeService, unprotectedLaunch: UnprotectedLaunch = .signInAgain,
        sealsWithoutPasscode: Bool = true
    ) {
        (self.auth, self.lock, self.unprotectedLaunch) = (auth, lock, unprotectedLaunch)
        self.sealsWithoutPasscode = sealsWithoutPasscode
    }

    /// What is on the screen.
    public var state: State { session.screen(isLocked: lock.isLocked, protection: lock.protection) }

    /// Why the person is asked for the passcode again, or what has just been done, or nil.
    public var notice: SessionNotice? {
        // A notice of before the last lock is out of date.
        session.notice == .passcodeReset && keptTicket != lock.state.ticket ? nil : session.notice
    }

    /// Whether only the passcode opens: after a manual lock, or because the server asks for it.
    public var isPasscodeDemanded: Bool { session.isPasscodeDemanded }

    var phase: SessionState.Phase { session.phase }

    /// Why what is stored cannot be read, or nil. `start()` tries again.
    public var problem: LockError? {
        if case .unreadable(let error) = phase { LockError(error) } else { lock.problem }
    }

    /// Removes the notice.
    public func dismissNotice() { apply(.noticeRead) }

    /// Applies an event and its effects.
    func apply(_ event: SessionEvent) {
        if case .kept = event { keptTicket = lock.state.ticket }
        for effect in session.apply(event) {
            switch effect {
            case .withhold: lock.withhold()
            case .lock: lock.requireLock()
            case .lockManually: lock.lockApp()
            }
        }
    }

    /// Follows the lock: the server confirms an unlock, and a lock forgets the access token.
    func watch() {
        guard !isWatching else { return }
        isWatching = true
        lock.onPromptOutcome = { [weak self] outcome in self?.notePrompt(outcome) }
        let changes = lock.lockChanges
        Task { [weak self] in
            for await _ in changes {
                guard let self else { return }
                noteLock()
            }
        }
    }

    private func noteLock() {
        guard phase == .signedIn else { return }
        if lock.isLocked {
            if !isLockingManually { Task { await auth.forgetAccess() } }
            return
        }
        apply(.unlocked)
        if confirmedTicket != lock.state.ticket { beginConfirmation() }
    }

    /// Requirement 03: a person who cancels the only prompt signs in. The stored session stays for the next launch.
    func notePrompt(_ outcome: BiometricUnlockOutcome) {
        // A system prompt makes the app inactive, which it may still be at this point. Leaving the app dismisses a
        // prompt, which does not cancel it.
        guard outcome == .cancelled, lock.state.appState != .background, lock.protection == .biometricsOnly else {
            return
        }
        apply(.onlyPromptCancelled)
    }
}

extension SessionState {
    /// What is on the screen, given the lock's state.
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
