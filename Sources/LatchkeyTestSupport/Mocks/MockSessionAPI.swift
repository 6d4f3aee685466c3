public import LatchkeyAPI
public import LatchkeySession

/// A server with one account, in memory. It stores the passcode and the sessions, records calls, and fails once when
/// instructed: `await server.failNext(with: .offline)`.
///
/// Any code or link signs in, like those of the last email to the account's address. There is no clock: no token
/// expires, no session becomes idle, and a wrong passcode causes no delay. The tenth in a row ends the session. Any
/// passcode except the current one may be set. A verified passcode stays fresh until ``agePasscodes()``.
public actor MockSessionAPI: SessionAPI {
    /// A call, without tokens, codes and passcodes.
    public enum Call: Hashable, Sendable {
        /// The calls of this name in `SessionAPI`.
        case signInMethods, requestMagicLink, signIn, refresh, logout, lock, verifyPasscode, setPasscode, changeSettings
        /// The calls of this name in `SessionAPI`; both that request an email.
        case requestPasscodeReset, resetPasscodeAndSignIn
        /// The calls of this name in `SessionAPI`.
        case sessions, endSession, endOtherSessions, activity, deleteAccount
        /// The calls of this name in `SessionAPI`.
        case addUnlockKey, confirmUnlockKey, unlockKeys, shutDevice, removeUnlockKey, evaluateUnlock, finishUnlock
    }

    /// All calls so far, including failed ones.
    public private(set) var calls: [Call] = []
    /// The identity of this object.
    public nonisolated let identity = SessionServerIdentity()
    /// The account's email address.
    public nonisolated let email: String

    var account: Account
    var policy = User.Policy.unrestricted
    var methods = SignInMethods(email: true)
    var sessions: [Int: Session] = [:]
    /// The account's devices whose vault requires the server.
    let devices = InMemoryUnlockServer()
    private var failures = MockFailures<Call, APIError>()
    private var isOffline = false
    private var count = 0

    /// Creates a server with one account.
    ///
    /// - Parameters:
    ///   - email: The account's email address, in lower case.
    ///   - passcode: The account's enabled passcode; nil for an account without a passcode.
    public init(email: String = "ann@example.com", passcode: String? = nil) {
        self.email = email
        account = Account(passcode: passcode, isEnabled: passcode != nil)
    }

    /// Makes the next call throw, or the next call of this name, without changing anything. Calls queue up.
    public func failNext(with error: APIError, on call: Call? = nil) { failures.order(error, on: call) }

    /// Makes every call throw `offline`; with false, calls succeed again.
    public func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

    /// Sets the team's rules, as a restart of the server does. Sessions receive them with the next response.
    public func setPolicy(_ policy: User.Policy) { self.policy = policy }

    /// Sets the sign-in methods that apps receive, as a restart of the server does. The calls work as before.
    public func setSignInMethods(_ methods: SignInMethods) { self.methods = methods }

    /// Ends all sessions, as another device can: their tokens are `unauthenticated` from now on.
    public func endSessions() { sessions = [:] }

    /// Makes verified passcodes stale: ``demandPasscode(maxAge:accessToken:)`` throws until the passcode is verified
    /// again.
    public func agePasscodes() {
        for id in sessions.keys { sessions[id]?.isPasscodeFresh = false }
    }

    /// Introspects a token like a backend that requires a fresh passcode; returns if the backend would serve the
    /// request.
    ///
    /// Otherwise throws the error that the app derives from the backend's response: `unauthenticated`, `locked`, or
    /// `passcodeTooOld` with this age. The last is for a session whose passcode is disabled, was never verified, or
    /// only before ``agePasscodes()``.
    public func demandPasscode(maxAge: Duration, accessToken: String) throws(APIError) {
        let id = try unlockedSession(accessToken)
        guard account.isEnabled, sessions[id]?.isPasscodeFresh == true else { throw .passcodeTooOld(maxAge: maxAge) }
    }

    func enter(_ call: Call) throws(APIError) {
        calls.append(call)
        if isOffline { throw .offline }
        if let error = failures.take(for: call) { throw error }
    }

    /// Returns a number that was not used before.
    func next() -> Int {
        count += 1
        return count
    }
}

extension MockSessionAPI {
    struct Account {
        var passcode: String?
        var isEnabled = false
        var timeoutMinutes = 5
        var language = "en"
        var timeZone: String?
    }

    struct Session {
        let deviceName: String?
        var isLocked: Bool
        var isPasscodeFresh = false
        var accessTokens: Set<String> = []
        var refreshToken = ""
        /// The previous token, which is valid until its successor is used.
        var formerRefreshToken: String?
        var failures = 0
    }
}
