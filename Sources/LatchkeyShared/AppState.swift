public import LatchkeyAPI
public import LatchkeyLock
internal import LatchkeySecureStorage
public import LatchkeySession
internal import LatchkeyUI
public import Observation

/// The state of the sign-in, for an app whose users have an account on a Latchkey server.
///
/// Not to be confused with ``LifecycleState``: active, inactive, background.
@MainActor
public final class AppState: Observable {
    /// The state of this process. Traps unless `Latchkey.configure(_:server:reason:)` was called.
    public static var shared: AppState {
        guard let state = Latchkey.current.appState else { preconditionFailure(Latchkey.needsServer) }
        return state
    }

    /// The state of the sign-in, which determines the screen to show.
    public enum AuthState: Sendable, Hashable {
        /// The stored state was not read yet.
        case loading
        /// The user must sign in.
        case unauthenticated
        /// Signed in, without a passcode: offer one.
        case passcodeSetup
        /// Signed in, and the passcode or a match is required.
        case locked
        /// Signed in and open.
        case authenticated
    }

    private let session: SessionModel
    private let passcodes: PasscodeService
    private let keychain: KeychainManager
    private let launch: Task<Void, Never>

    init(
        _ session: SessionModel, passcodes: PasscodeService, keychain: KeychainManager, launch: Task<Void, Never>
    ) {
        (self.session, self.passcodes, self.keychain, self.launch) = (session, passcodes, keychain, launch)
    }

    /// The current state of the sign-in.
    public var authState: AuthState {
        switch session.state {
        case .loading: .loading
        case .signedOut: .unauthenticated
        case .offeringPasscodeSetup: .passcodeSetup
        case .locked: .locked
        case .ready: .authenticated
        }
    }

    /// The account; nil until the first response since launch.
    public var currentUser: User? { session.user }

    /// Whether a biometric match restores the session.
    public var biometricEnabled: Bool {
        get { session.isBiometricEnabled }
        @available(
            *, unavailable,
            message: "Enabling stores a key behind a match, and can fail. Call enableBiometric() or disableBiometric()."
        )
        set {}
    }

    /// Waits until the stored state was read; retries after an error. The prompt appears automatically.
    public func checkAuthState() async {
        await launch.value
        if session.problem != nil { await session.start() }
    }

    /// Returns whether to offer biometrics now: after signing in, if they are available and disabled.
    public func shouldPromptBiometricEnrollment() -> Bool {
        session.shouldOfferBiometrics || session.canUseBiometricsOnly
    }

    /// Lets a biometric match restore the session. While a passcode is offered, the match replaces it. Later, the
    /// passcode stays, and must be verified first: ``PasscodeService/verifyPasscode(_:)``.
    ///
    /// - Returns: `.passcodeNeeded` if the passcode was not verified before.
    public func enableBiometric() async -> PasscodeChangeOutcome {
        if session.canUseBiometricsOnly { return await session.useBiometricsOnly() }
        return await passcodes.setBiometric(enabled: true)
    }

    /// Disables restoring the session by a biometric match.
    public func disableBiometric() async -> PasscodeChangeOutcome { await passcodes.setBiometric(enabled: false) }

    /// Signs out, and erases the passcode, biometrics, the vault's sealed data and the tokens of ``KeychainManager``.
    /// Ask the user for confirmation first.
    ///
    /// Other texts of ``KeychainManager`` stay: ``KeychainManager/clearAll()`` signs out and deletes them too.
    ///
    /// - Returns: The reason that not everything could be erased, or nil. After an error, call it again.
    public func logout() async -> SessionError? {
        do throws(SecureStorageError) {
            try await keychain.clearTokens()
            try await keychain.clearBiometricTokens()
        } catch { return .storage(error) }
        return await session.signOut()
    }

    /// Not available: there are no account passwords.
    @available(
        *, unavailable,
        message: "Accounts have no password. Call AuthManager.shared.signIn(with:), or show SignInView."
    )
    public func login(email: String, password: String) async throws {}
}
