import Foundation
import LatchkeyAPI
import LatchkeySession
import LatchkeyTestSupport

/// A fake server with the API's contract of sessions and passcodes, and injectable failures.
actor FakeServer: SessionAPI {
    struct Account {
        let id: String
        var passcode: String?
        var isEnabled = false
        var isResetRequired = false
        var timeoutMinutes = 5
        var recoveryKey = Data((0..<32).map { UInt8($0) }).base64EncodedString()
    }

    struct Session {
        let email: String
        var access: Set<String> = []
        var refresh = ""
        /// The previous refresh token, accepted until its successor is used.
        var previous: String?
        /// The refresh token from before the verification, rejected until its successor is used.
        var beforePasscode: String?
        var isLocked = false
        /// Whether a refresh unlocks the session: after an idle lock of a verified session.
        var isIdleLock = false
        var failures = 0

        mutating func unlock() { (isLocked, isIdleLock) = (false, false) }
    }

    nonisolated let identity = SessionServerIdentity()
    var accounts: [String: Account] = [:]
    private var policy = User.Policy.unrestricted
    private var methods = SignInMethods(email: true)
    var sessions: [Int: Session] = [:]
    /// The devices whose vault requires the server; of all accounts.
    let devices = InMemoryUnlockServer()
    /// The session of each issued refresh token.
    private var issued: [String: Int] = [:]
    private(set) var calls: [String] = []
    /// The number of sessions that ended because of a reused refresh token.
    private(set) var reuses = 0
    private var failures: [APIError] = []
    private var isOffline = false
    private var onCall: @Sendable (String) async -> Void = { _ in }
    private var onResponse: @Sendable (Int) async -> Void = { _ in }
    private var onReply: @Sendable (String) async -> Void = { _ in }
    private var count = 0

    init(_ email: String = "ada@example.org", passcode: String? = nil) {
        accounts[email] = Account(id: "id-" + email, passcode: passcode, isEnabled: passcode != nil)
    }

    func failNext(with error: APIError) { failures.append(error) }
    func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }
    /// Sets the team's policy, like a restart. Sessions receive it with the next response.
    func setPolicy(_ policy: User.Policy) { self.policy = policy }
    func setSignInMethods(_ methods: SignInMethods) { self.methods = methods }
    func setOnCall(_ body: @escaping @Sendable (String) async -> Void) { onCall = body }
    /// Sets a hook between the server's processing of a refresh and the arrival of its response. Receives the refresh's
    /// number.
    func setOnResponse(_ body: @escaping @Sendable (Int) async -> Void) { onResponse = body }
    /// Sets a hook between the server's processing of a verify, set or reset call and the arrival of its response.
    /// Receives the call's name.
    func setOnReply(_ body: @escaping @Sendable (String) async -> Void) { onReply = body }
    func forgetCalls() { calls = [] }
    /// Rejects previous refresh tokens, as after their grace period.
    func forgetPreviousTokens() {
        for id in sessions.keys {
            sessions[id]?.previous = nil
            sessions[id]?.beforePasscode = nil
        }
    }
    func addAccount(_ email: String) { accounts[email] = Account(id: "id-" + email) }

    /// Changes the account as from another device, and optionally ends its sessions.
    func change(
        _ email: String = "ada@example.org", endsSessions: Bool = false, _ body: @Sendable (inout Account) -> Void
    ) {
        guard var account = accounts[email] else { return }
        body(&account)
        accounts[email] = account
        if endsSessions { sessions = sessions.filter { $0.value.email != email } }
    }

    func signInMethods() async throws(APIError) -> SignInMethods {
        try await enter("sign-in-ways")
        return methods
    }

    func requestMagicLink(email: String) async throws(APIError) { try await enter("magic-link") }
    func requestPasscodeReset(email: String) async throws(APIError) { try await enter("reset-request " + email) }

    func requestPasscodeReset(accessToken: String) async throws(APIError) {
        try await enter("reset-request")
        _ = try session(accessToken)
    }

    /// An ID token contains the account's email address.
    func signIn(with proof: SignInProof, deviceName: String?) async throws(APIError) -> SessionResponse {
        let (call, email, rejection): (String, String?, APIError) =
            switch proof {
            case .link: ("sign-in", nil, .invalidCode)
            case .code(let code, let email): ("sign-in", code == "right" ? email : nil, .invalidCode)
            case .idToken(let email): ("token-sign-in", email, .invalidToken)
            case .accessToken: ("token-sign-in", nil, .invalidToken)
            }
        try await enter(call)
        guard let email, let account = accounts[email] else { throw rejection }
        count += 1
        sessions[count] = Session(email: email, isLocked: account.isEnabled)
        return try makeResponse(count)
    }

    func refresh(refreshToken: String) async throws(APIError) -> SessionResponse {
        try await enter("refresh")
        guard let id = issued[refreshToken], let session = sessions[id] else { throw .unauthenticated }
        if refreshToken == session.beforePasscode { throw .unauthenticated }
        guard refreshToken == session.refresh || refreshToken == session.previous else {
            reuses += 1
            sessions[id] = nil
            throw .unauthenticated
        }
        if session.isIdleLock { sessions[id]?.unlock() }
        let response = try makeResponse(id, keeping: refreshToken)
        await onResponse(calls.count { $0 == "refresh" })
        // Like a transport, returns no response to a cancelled caller.
        if Task.isCancelled { throw .cancelled }
        return response
    }

    func logout(accessToken: String) async throws(APIError) {
        try await enter("logout")
        if let id = try? session(accessToken) { sessions[id] = nil }
    }

    func lock(accessToken: String) async throws(APIError) {
        try await enter("lock")
        let id = try session(accessToken)
        sessions[id]?.isLocked = true
        sessions[id]?.isIdleLock = false
    }

    func verifyPasscode(_ passcode: String, accessToken: String) async throws(APIError) -> SessionResponse {
        try await enter("verify")
        let id = try session(accessToken)
        try check(passcode, id)
        return try await unlocked(id, by: "verify")
    }

    func setPasscode(
        _ passcode: String, currentPasscode: String?, accessToken: String
    ) async throws(APIError) -> SessionResponse {
        try await enter("set")
        let id = try session(accessToken)
        guard sessions[id]?.isLocked == false, let email = sessions[id]?.email else { throw .locked }
        if accounts[email]?.passcode != nil {
            guard let currentPasscode else { throw .passcodeAlreadySet }
            try check(currentPasscode, id)
            if accounts[email]?.passcode == passcode { throw .weakPasscode(reason: .reused) }
        } else {
            accounts[email]?.isEnabled = true
        }
        accounts[email]?.passcode = passcode
        await devices.changePasscode()
        sessions = sessions.filter { $0.key == id || $0.value.email != email }
        return try await unlocked(id, by: "set")
    }

    func changeSettings(_ settings: PasscodeSettingsRequest, accessToken: String) async throws(APIError) -> User {
        try await enter("settings")
        let id = try session(accessToken)
        let (email, account) = try unlockedAccount(id)
        if settings.passcodeEnabled == false, policy.passcodeRequired { throw .passcodeRequired }
        if let minutes = settings.passcodeTimeoutMinutes, !policy.allowedTimeouts.contains(minutes) {
            throw .invalidTimeout(allowed: policy.allowedTimeouts)
        }
        let isLonger = settings.passcodeTimeoutMinutes.map { $0 > account.timeoutMinutes } == true
        if account.passcode != nil, settings.passcodeEnabled == false || isLonger {
            try demand(settings.currentPasscode, id)
        }
        if let isEnabled = settings.passcodeEnabled, isEnabled != account.isEnabled { await devices.changePasscode() }
        accounts[email]?.isEnabled = settings.passcodeEnabled ?? account.isEnabled
        accounts[email]?.timeoutMinutes = settings.passcodeTimeoutMinutes ?? account.timeoutMinutes
        return try user(id)
    }

    /// An ID token contains the account's email address, prefixed with `fresh ` if the login was recent.
    func resetPasscodeAndSignIn(
        with proof: SignInProof, newPasscode: String, deviceName: String?, accessToken: String?
    ) async throws(APIError) -> SessionResponse {
        let (call, email, rejection): (String, String?, APIError) =
            switch proof {
            case .link: ("reset", nil, .invalidCode)
            case .code(let code, let email):
                ("reset", ["reset", "RSET-0000"].contains(code) ? email : nil, .invalidCode)
            case .idToken(let text):
                ("token-reset", text.hasPrefix("fresh ") ? String(text.dropFirst(6)) : nil, .invalidToken)
            case .accessToken: ("token-reset", nil, .invalidToken)
            }
        try await enter(call)
        guard let email, accounts[email]?.passcode != nil else { throw rejection }
        accounts[email]?.passcode = newPasscode
        await devices.changePasscode()
        accounts[email]?.isResetRequired = false
        let own = accessToken.flatMap { try? session($0) }
        sessions = sessions.filter { $0.key == own && $0.value.email == email || $0.value.email != email }
        if let own, sessions[own]?.email == email { return try await unlocked(own, by: "reset") }
        count += 1
        sessions[count] = Session(email: email)
        return try await unlocked(count, by: "reset")
    }

    func enter(_ call: String) async throws(APIError) {
        calls.append(call)
        await onCall(call)
        if isOffline { throw .offline }
        if !failures.isEmpty { throw failures.removeFirst() }
    }

    func session(_ accessToken: String) throws(APIError) -> Int {
        guard let id = sessions.first(where: { $0.value.access.contains(accessToken) })?.key else {
            throw .unauthenticated
        }
        return id
    }

    func unlockedAccount(_ id: Int) throws(APIError) -> (email: String, Account) {
        guard let session = sessions[id], let account = accounts[session.email] else { throw .unauthenticated }
        guard !session.isLocked else { throw .locked }
        if policy.passcodeRequired, account.passcode == nil { throw .passcodeRequired }
        return (session.email, account)
    }

    func demand(_ passcode: String?, _ id: Int) throws(APIError) {
        guard let passcode else {
            throw .invalidRequest([
                Problem.MemberError(pointer: "/current_passcode", detail: "The current passcode is required.")
            ])
        }
        try check(passcode, id)
    }

    private func check(_ passcode: String, _ id: Int) throws(APIError) {
        guard let email = sessions[id]?.email, let account = accounts[email] else { throw .unauthenticated }
        if account.isResetRequired { throw .passcodeResetRequired }
        guard let right = account.passcode else { throw .passcodeNotSet }
        guard passcode == right else {
            sessions[id]?.failures += 1
            let left = 10 - (sessions[id]?.failures ?? 10)
            if left == 0 { sessions[id] = nil }
            throw .incorrectPasscode(attemptsRemaining: left, retryAfter: .zero, sessionEnded: left == 0)
        }
        sessions[id]?.failures = 0
    }

    private func unlocked(_ id: Int, by call: String) async throws(APIError) -> SessionResponse {
        sessions[id]?.unlock()
        sessions[id]?.access = []
        let former = sessions[id]?.refresh
        var response = try makeResponse(id)
        sessions[id]?.previous = nil
        sessions[id]?.beforePasscode = former
        response.recoveryKey = sessions[id].flatMap { accounts[$0.email]?.recoveryKey }
        await onReply(call)
        return response
    }

    /// Issues new tokens. The used token stays valid until its successor is used.
    private func makeResponse(_ id: Int, keeping used: String? = nil) throws(APIError) -> SessionResponse {
        guard var session = sessions[id] else { throw .unauthenticated }
        count += 1
        let (access, refresh) = ("access-\(count)", "refresh-\(count)")
        (session.previous, session.beforePasscode) = (used ?? session.refresh, nil)
        session.refresh = refresh
        session.access.insert(access)
        issued[refresh] = id
        sessions[id] = session
        return SessionResponse(
            accessToken: access, accessExpiresIn: 900, refreshToken: refresh, refreshExpiresIn: 2_592_000,
            user: try user(id))
    }

    private func user(_ id: Int) throws(APIError) -> User {
        guard let session = sessions[id], let account = accounts[session.email] else { throw .unauthenticated }
        return User(
            id: account.id, email: session.email, hasPasscode: account.passcode != nil,
            passcodeEnabled: account.isEnabled || account.passcode != nil && policy.passcodeRequired,
            passcodeTimeoutMinutes: min(account.timeoutMinutes, policy.longestTimeoutMinutes),
            locked: session.isLocked, language: "en", policy: policy)
    }
}
