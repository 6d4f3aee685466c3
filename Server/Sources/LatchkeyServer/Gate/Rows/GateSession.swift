/// A session's data for the gate, read in one statement. To be read under the team's rules.
struct GateSession: Equatable, Sendable {
    let accountID: String
    let email: String
    let sessionID: String
    let kind: SessionToken.Kind
    let lastActiveAt: Timestamp
    /// The state of the session; also locked for a rotated token, which grants no access.
    let state: SessionState
    let passcodeVerifiedAt: Timestamp?
    /// The end of the token or its session.
    let end: SessionEnd
    /// The account's identity at the team's provider.
    let identity: AccountIdentity?
    /// Whether an expired attempt of the account is not counted yet. Counting it may end the session.
    var hasStaleAttempt = false

    /// Whether the passcode was verified within this time.
    func isPasscodeVerified(within age: Duration, at now: Timestamp) -> Bool {
        Session.passcodeAge(passcodeVerifiedAt, at: now).map { $0 <= age } ?? false
    }

    /// Returns when the session's passcode was verified; nil without a passcode or verification, or if the time is in
    /// the future.
    func passcodeTime(under rules: TeamRules, at now: Timestamp) -> Timestamp? {
        guard state.isPasscodeEnabled(under: rules), let passcodeVerifiedAt,
            passcodeVerifiedAt - now <= Session.clockTolerance
        else { return nil }
        return min(passcodeVerifiedAt, now)
    }
}

extension GateSession {
    /// The columns, with `users` as `u`, `sessions` as `s` and `session_tokens` as `t`.
    private static let parts: [(text: String, column: Column)] = [
        user("id"), user("email"), session("id"), token("kind"), session("created_at"), session("expires_at"),
        token("expires_at"), session("last_active_at"), ("s.lock IS NOT NULL", .flag("is_locked")),
        token("counts_as_locked"), ("u.passcode_hash IS NOT NULL", .flag("has_passcode")), user("reset_required"),
        user("passcode_enabled"), user("passcode_timeout_minutes"), session("passcode_given_at"),
        session("passkey_given_at"), user("identity_issuer"), user("identity_subject"),
    ]
    static let list = Statement.Text(composed: parts.map(\.text).joined(separator: ", "))
    static let columns = parts.map(\.column)

    private static func user(_ name: String) -> (String, Column) { ("u.\(name)", Account.table[name]) }
    private static func session(_ name: String) -> (String, Column) { ("s.\(name)", Session.table[name]) }
    private static func token(_ name: String) -> (String, Column) { ("t.\(name)", SessionToken.table[name]) }

    /// - Parameter start: The index of the first column.
    init(_ row: any FoundRow, from start: Int = 0) throws {
        var row = RowReader(row, columns: Self.columns, of: Session.table.name, from: start)
        accountID = try row.id()
        email = try row.text()
        guard Account.fitsHeader(email) else { throw row.unreadable }
        sessionID = try row.key()
        kind = try row.word()
        end = SessionEnd(signedInAt: try row.time(), latest: min(try row.time(), try row.time()))
        lastActiveAt = try row.time()
        let (isLockPersisted, countsAsLocked) = (try row.flag(), try row.flag())
        let (hasPasscode, isResetRequired) = (try row.flag(), try row.flag())
        let settings = LockSettings(
            hasPasscode: hasPasscode || isResetRequired, isEnabled: try row.flag(), timeoutMinutes: try row.number())
        passcodeVerifiedAt = try row.optionalTime()
        state = SessionState(
            settings: settings, lastActiveAt: lastActiveAt, isLockPersisted: isLockPersisted || countsAsLocked,
            proof: Session.Proof(passcodeVerifiedAt: passcodeVerifiedAt, passkeyVerifiedAt: try row.optionalTime()))
        identity = AccountIdentity(issuer: try row.optionalText(), subject: try row.optionalText())
    }
}
