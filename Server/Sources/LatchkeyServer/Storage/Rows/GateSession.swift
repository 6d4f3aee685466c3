/// All that the gate needs to know about a session, read in one statement. What depends on the team's rules is not read
/// but under them.
struct GateSession: Equatable, Sendable {
    let accountID: String
    let email: String
    let sessionID: String
    let kind: SessionToken.Kind
    let lastActiveAt: Timestamp
    /// Latched also where the token is a rotated one, which opens nothing.
    let state: SessionState
    let passcodeGivenAt: Timestamp?
    /// Of the token, or of its session.
    let end: SessionEnd
    /// Who the account is to the team's provider.
    let identity: AccountIdentity?
    /// Whether an attempt on the account has expired and is not counted yet; counting it may end the session.
    let hasStaleAttempt: Bool

    /// Whether the passcode was given at most this long ago.
    func isPasscodeGiven(within age: Duration, at now: Timestamp) -> Bool {
        Session.passcodeAge(passcodeGivenAt, at: now).map { $0 <= age } ?? false
    }

    /// When the passcode was given that locks the session; nil where none does, or it was never given, or at a time
    /// that the clock has not reached.
    func passcodeTime(under rules: TeamRules, at now: Timestamp) -> Timestamp? {
        guard state.isPasscodeEnabled(under: rules), let passcodeGivenAt,
            passcodeGivenAt - now <= Session.clockTolerance
        else { return nil }
        return min(passcodeGivenAt, now)
    }
}
