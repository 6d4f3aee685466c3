/// All that the gate needs to know about a session, read in one statement.
struct GateSession: Equatable, Sendable {
    let accountID: String
    let email: String
    let sessionID: String
    let kind: SessionToken.Kind
    /// When the token or its session ends.
    let endsAt: Timestamp
    let lastActiveAt: Timestamp
    /// Whether the session is locked, or the token is a rotated one, which opens nothing.
    let isLatched: Bool
    let passcodeEnabled: Bool
    let timeout: Duration
    let passcodeGivenAt: Timestamp?
    /// Who the account is to the team's provider.
    let identity: AccountIdentity?
    /// Whether an attempt on the account has expired and is not counted yet; counting it may end the session.
    let hasStaleAttempt: Bool

    /// Whether the session is idle; it may not be latched yet.
    func isIdle(at now: Timestamp) -> Bool {
        passcodeEnabled && Session.isIdle(since: lastActiveAt, timeout: timeout, at: now)
    }

    /// Whether the passcode was given at most this long ago.
    func isPasscodeGiven(within age: Duration, at now: Timestamp) -> Bool {
        Session.passcodeAge(passcodeGivenAt, at: now).map { $0 <= age } ?? false
    }

    /// When the passcode was given that locks the session; nil where none does, or it was never given, or at a time
    /// that the clock has not reached.
    func passcodeTime(at now: Timestamp) -> Timestamp? {
        guard passcodeEnabled, let passcodeGivenAt, passcodeGivenAt - now <= Session.clockTolerance else { return nil }
        return min(passcodeGivenAt, now)
    }
}
