internal import LatchkeyLifecycle
public import LatchkeyAPI
public import LatchkeyLock
public import Observation

/// The state of an app with an account: the signed-in user, and whether the app is open.
///
/// ```swift
/// let session = AppLock.account(
///     .apple(), server: server, reason: "Unlock Repair Shop.", sessionLock: InProcessSessionLock())
/// await session.start()
/// switch session.state { … }
/// ```
@MainActor @Observable
public final class SessionModel {
    /// The state of the session, which determines the screen to show.
    public enum State: Sendable, Hashable {
        /// The stored state was not read yet.
        case loading
        /// The user must sign in. The vault and its sealed data are kept.
        case signedOut
        /// Signed in to an account without a passcode. "Set up later" is allowed unless the team requires a passcode:
        /// see ``SessionModel/canSetUpLater``.
        case offeringPasscodeSetup
        /// Signed in, and the passcode is required; or the stored state cannot be read: see ``SessionModel/problem``.
        case locked
        /// Signed in and open.
        case ready
    }

    /// The effect of a launch with a session but without a passcode.
    public enum UnprotectedLaunch: Sendable {
        /// The user signs in again; the default. The vault is kept.
        case signInAgain
        /// The session is restored.
        case restore
    }

    /// The lock that this session owns: only its own operations open and lock the app.
    package let lock: PasscodeService
    /// The account; nil until the first response since launch.
    public internal(set) var user: User?
    /// The team's rules as stored on this device; see ``policy``.
    var keptPolicy = User.Policy.unrestricted
    /// The state of the sign-in.
    private(set) var session = SessionState()
    @ObservationIgnored let auth: AuthService
    @ObservationIgnored let unprotectedLaunch: UnprotectedLaunch
    /// Whether a vault without a passcode may seal app data.
    @ObservationIgnored let sealsWithoutPasscode: Bool
    /// The app's own choice; the team can require the server too.
    @ObservationIgnored let unlockPolicy: UnlockPolicy
    /// The lock's ticket at the unlock whose confirmation began last.
    @ObservationIgnored var confirmedTicket: LockState.Ticket?
    @ObservationIgnored var confirmation: Task<ConfirmationOutcome, Never>?
    /// The lock's ticket when the session was last kept, for ``notice``.
    @ObservationIgnored private var keptTicket: LockState.Ticket?
    /// The lock's ticket when the server last rejected this device because of too many, for ``notice``.
    var rejectedTicket: LockState.Ticket?
    @ObservationIgnored var isLockingManually = false
    /// The request that ends the session on the server after a sign-out.
    @ObservationIgnored var logout: Task<Void, Never>?
    @ObservationIgnored private var isWatching = false
    /// The passcode that an earlier version of the app stored on this device, until it is deleted.
    @ObservationIgnored var formerPasscode: (any LegacyPasscodeSource)?
    /// Erases the app data that the vault has sealed. Called once nothing opens the data, by a sign-out or by the
    /// launch that completes an interrupted one. Nothing else calls it, such as an absent vault.
    @ObservationIgnored package var eraseData: @MainActor () async -> Void = {}

    /// Creates a model of the session and its lock, whose vault is the session's. It has read nothing.
    package init(
        auth: AuthService, lock: PasscodeService, unprotectedLaunch: UnprotectedLaunch = .signInAgain,
        sealsWithoutPasscode: Bool = true, unlockPolicy: UnlockPolicy = .offline
    ) {
        (self.auth, self.lock, self.unprotectedLaunch) = (auth, lock, unprotectedLaunch)
        (self.sealsWithoutPasscode, self.unlockPolicy) = (sealsWithoutPasscode, unlockPolicy)
    }

    /// The state of the session, which determines the screen to show.
    public var state: State { session.screen(isLocked: lock.isLocked, protection: lock.protection) }

    /// The reason that the passcode is required again, a completed operation or one that failed, or nil.
    public var notice: SessionNotice? {
        if state == .signedOut, lock.protection == .shut { return .deviceShut }
        // A notice from before the last lock is out of date.
        if let notice = session.notice, notice != .passcodeReset || keptTicket == lock.state.ticket { return notice }
        return state == .ready && rejectedTicket == lock.state.ticket ? .tooManyDevices : nil
    }

    /// Whether only the passcode opens the app: after a manual lock, or because the server requires it.
    public var isPasscodeDemanded: Bool { session.isPasscodeDemanded }

    var phase: SessionState.Phase { session.phase }

    /// The reason that the stored state cannot be read, or nil. `start()` retries.
    public var problem: LockError? {
        if case .unreadable(let error) = phase { LockError(error) } else { lock.problem }
    }

    /// Removes the ``notice``, after the user has read it.
    public func dismissNotice() {
        if notice == .tooManyDevices { rejectedTicket = nil } else { apply(.noticeRead) }
    }

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

    /// Observes the lock: the server confirms an unlock, and a lock discards the access token.
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

    /// Lets a user who cancels the only prompt sign in. The stored session stays for the next launch.
    func notePrompt(_ outcome: BiometricUnlockOutcome) {
        // A system prompt makes the app inactive, which it may still be at this point. Leaving the app dismisses a
        // prompt, which does not count as cancelling.
        guard outcome == .cancelled, lock.state.appState != .background, lock.protection == .biometricsOnly else {
            return
        }
        apply(.onlyPromptCancelled)
    }
}

extension SessionState {
    /// The screen to show, for the lock's state.
    func screen(isLocked: Bool, protection: VaultProtection?) -> SessionModel.State {
        switch phase {
        case .loading: .loading
        case .unreadable, .unverified: .locked
        case .signedOut: .signedOut
        case .offering: .offeringPasscodeSetup
        case .signedIn where !isLocked: .ready
        // The tokens are sealed in a vault that only recovery opens, which requires signing in.
        case .signedIn where protection == .awaitingRecovery || protection == .shut || isSignInPreferred: .signedOut
        case .signedIn: .locked
        }
    }
}
