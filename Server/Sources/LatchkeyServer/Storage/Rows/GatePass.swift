/// All that the gate needs to know about a session, read in one statement.
struct GatePass: Equatable, Sendable {
    let accountID: String
    let email: String
    let sessionID: String
    let kind: SessionToken.Kind
    /// When the token or its session ends.
    let endsAt: Timestamp
    let lastActiveAt: Timestamp
    /// The session is locked, or the token is a rotated one, which opens nothing.
    let isLatched: Bool
    let passcodeEnabled: Bool
    let timeout: Duration
    let passcodeGivenAt: Timestamp?
    /// An attempt on the account has run out and is not counted yet; counting it may end the session.
    let hasStaleAttempt: Bool

    /// Idle, but not latched yet.
    func isIdle(at now: Timestamp) -> Bool {
        passcodeEnabled && Session.isIdle(since: lastActiveAt, timeout: timeout, at: now)
    }

    /// Whether the passcode was given at most so long ago. A moment in the future means that the clock went back.
    func isPasscodeGiven(within age: Duration, at now: Timestamp) -> Bool {
        passcodeGivenAt.map { now - $0 <= age && $0 - now <= Session.clockTolerance } ?? false
    }
}

extension GatePass {
    init(_ caller: Caller, kind: SessionToken.Kind) {
        self.init(
            accountID: caller.account.id, email: caller.account.email, sessionID: caller.session.id, kind: kind,
            endsAt: caller.session.expiresAt, lastActiveAt: caller.session.lastActiveAt, isLatched: caller.isLocked,
            passcodeEnabled: caller.account.passcodeEnabled, timeout: caller.account.timeout,
            passcodeGivenAt: caller.session.passcodeGivenAt, hasStaleAttempt: false)
    }
}
