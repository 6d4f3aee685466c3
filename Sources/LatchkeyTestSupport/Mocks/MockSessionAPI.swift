public import LatchkeyAPI
public import LatchkeySession

/// A server of one account, in memory: it keeps the passcode and the sessions, records what is asked of it, and fails
/// once on order: `await server.failNext(with: .offline)`.
///
/// Any code and any link signs in, as if it were from the last mail to the account's address. There is no clock: no
/// token expires, no session is idle, and no wrong passcode makes the next one wait; the tenth in a row ends the
/// session. Every passcode but the current one may be set. A passcode that was given stays fresh until
/// ``agePasscodes()``.
public actor MockSessionAPI: SessionAPI {
    /// One call, without tokens, codes and passcodes.
    public enum Call: Hashable, Sendable {
        /// The calls of this name, of `SessionAPI`.
        case signInMethods, requestMagicLink, signIn, refresh, logout, lock, verifyPasscode, setPasscode, changeSettings
        /// The calls of this name, of `SessionAPI`; both of those that ask for a mail.
        case requestPasscodeReset, resetPasscodeAndSignIn
        /// The calls of this name, of `SessionAPI`.
        case sessions, endSession, endOtherSessions, activity, deleteAccount
    }

    /// All calls so far, failed ones too.
    public private(set) var calls: [Call] = []
    /// This server alone: each one is another.
    public nonisolated let identity = SessionServerIdentity()
    /// The address of the account.
    public nonisolated let email: String

    var account: Account
    var policy = User.Policy.unrestricted
    var ways = SignInMethods(mail: true)
    var sessions: [Int: Session] = [:]
    private var failures = MockFailures<Call, APIError>()
    private var isOffline = false
    private var count = 0

    /// A server with one account.
    ///
    /// - Parameters:
    ///   - email: The account's address, in lower case.
    ///   - passcode: The account's passcode, turned on; nil for an account that has none.
    public init(email: String = "ann@example.com", passcode: String? = nil) {
        self.email = email
        account = Account(passcode: passcode, isEnabled: passcode != nil)
    }

    /// Makes the next call throw, or the next call of this name; nothing is changed by it. Orders queue up.
    public func failNext(with error: APIError, on call: Call? = nil) { failures.order(error, on: call) }

    /// Makes every call throw `offline`, or none any more.
    public func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

    /// Sets what the team decided, as a restart of the server does. Sessions hear of it by the next answer.
    public func setPolicy(_ policy: User.Policy) { self.policy = policy }

    /// Sets how people sign in, as a restart of the server does. What an app is told; the calls work as before.
    public func setSignInMethods(_ ways: SignInMethods) { self.ways = ways }

    /// Ends all sessions, as another device can: their tokens are `unauthenticated` from now on.
    public func endSessions() { sessions = [:] }

    /// Lets time pass over the passcodes that were given: ``demandPasscode(maxAge:accessToken:)`` throws until they are
    /// given again.
    public func agePasscodes() {
        for id in sessions.keys { sessions[id]?.isPasscodeFresh = false }
    }

    /// Asks about a token as a backend does that wants a fresh passcode, and returns when it may answer.
    ///
    /// Throws what such a backend's answer becomes in the app: `unauthenticated`, `locked`, or `passcodeTooOld` with
    /// this age for a session whose passcode was given before ``agePasscodes()`` or never, or is off.
    public func demandPasscode(maxAge: Duration, accessToken: String) throws(APIError) {
        let id = try unlockedSession(accessToken)
        guard account.isEnabled, sessions[id]?.isPasscodeFresh == true else { throw .passcodeTooOld(maxAge: maxAge) }
    }

    func enter(_ call: Call) throws(APIError) {
        calls.append(call)
        if isOffline { throw .offline }
        if let error = failures.take(for: call) { throw error }
    }

    /// A number that nothing had before.
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
    }

    struct Session {
        let deviceName: String?
        var isLocked: Bool
        var isPasscodeFresh = false
        var accessTokens: Set<String> = []
        var refreshToken = ""
        /// The one before, which is taken until its successor is used.
        var formerRefreshToken: String?
        var failures = 0
    }
}
