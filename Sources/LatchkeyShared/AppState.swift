public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeySession
internal import LatchkeyUI
public import Observation

/// Who is signed in, as the master plan and the biometric session's document have it, for an app whose users have an
/// account on a Latchkey server.
///
/// ``LifecycleState`` is the other one: active, inactive, background.
@MainActor
public final class AppState: Observable {
    /// The state of this process. Traps unless `Latchkey.configure(_:server:reason:)` was called.
    public static var shared: AppState {
        guard let state = Latchkey.current.appState else { preconditionFailure(Latchkey.needsServer) }
        return state
    }

    /// What the app shows.
    public enum AuthState: Sendable, Hashable {
        /// What is stored has not been read yet.
        case loading
        /// The user has to sign in.
        case unauthenticated
        /// Signed in, without a passcode: offer one.
        case passcodeSetup
        /// Signed in, and the passcode or a match is needed.
        case locked
        /// Signed in and open.
        case authenticated
    }

    private let session: SessionModel
    private let passcodes: PasscodeService
    private let launch: Task<Void, Never>

    init(_ session: SessionModel, passcodes: PasscodeService, launch: Task<Void, Never>) {
        (self.session, self.passcodes, self.launch) = (session, passcodes, launch)
    }

    /// What the app shows now.
    public var authState: AuthState {
        switch session.state {
        case .loading: .loading
        case .signedOut: .unauthenticated
        case .offeringPasscodeSetup: .passcodeSetup
        case .locked: .locked
        case .ready: .authenticated
        }
    }

    /// The account, once the server has sent it since launch.
    public var currentUser: User? { session.user }

    /// Whether a biometric match restores the session.
    public var biometricEnabled: Bool {
        get { session.isBiometricEnabled }
        @available(*, unavailable, message: "No flag opens the app. Call enableBiometric() or disableBiometric().")
        set {}
    }

    /// Waits until what is stored was read, and reads it again where that failed. The prompt comes up by itself.
    public func checkAuthState() async {
        await launch.value
        if session.problem != nil { await session.start() }
    }

    /// Returns whether to offer biometrics now: after signing in, where they are available and off.
    public func shouldPromptBiometricEnrollment() -> Bool {
        session.shouldOfferBiometrics || session.canUseBiometricsOnly
    }

    /// Lets a biometric match restore the session. While a passcode is offered, the match replaces it. Later, a
    /// passcode stays, and the call needs it before: ``PasscodeService/verifyPasscode(_:)``.
    ///
    /// - Returns: `.passcodeNeeded` where the passcode was not verified before.
    @discardableResult
    public func enableBiometric() async -> PasscodeChangeOutcome {
        if session.canUseBiometricsOnly { return await session.useBiometricsOnly() }
        return await passcodes.setBiometric(enabled: true)
    }

    /// A biometric match no longer restores the session.
    @discardableResult
    public func disableBiometric() async -> PasscodeChangeOutcome { await passcodes.setBiometric(enabled: false) }

    /// Signs out, and erases the passcode, biometrics and what the vault has sealed. Ask the user first.
    ///
    /// - Returns: Why not all of it could be erased, or nil; then it may be repeated.
    @discardableResult
    public func logout() async -> SessionError? { await session.signOut() }

    /// Not available: there are no account passwords.
    @available(
        *, unavailable,
        message: "Accounts have no password. Sign in by AuthManager.shared.signIn(with:), or show SignInView."
    )
    public func login(email: String, password: String) async throws {}
}
