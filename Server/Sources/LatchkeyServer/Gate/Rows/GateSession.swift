/// A session's data for the gate, read in one statement. To be read under the team's rules.
struct GateSession: Equatable, Sendable {
    let accountID: String
    let email: String
    let sessionID: String
    let kind: SessionToken.Kind
    let lastActiveAt: Timestamp
    /// Also locked for a rotated token, which grants no access.
    let state: SessionState
    let passcodeGivenAt: Timestamp?
    /// The end of the token or its session.
    let end: SessionEnd
    /// The account's identity at the team's provider.
    let identity: AccountIdentity?
    /// Whether an expired attempt of the account is not counted yet. Counting it may end the session.
    var hasStaleAttempt = false

    /// Whether the passcode was verified within this time.
    func isPasscodeGiven(within age: Duration, at now: Timestamp) -> Bool {
        Session.passcodeAge(passcodeGivenAt, at: now).map { $0 <= age } ?? false
    }

    /// Returns when the session's passcode was verified; nil without a passcode or verification, or if the time is in
    /// the future.
    func passcodeTime(under rules: TeamRules, at now: Timestamp) -> Timestamp? {
        guard state.isPasscodeEnabled(under: rules), let passcodeGivenAt,
            passcodeGivenAt - now <= Session.clockTolerance
        else { return nil }
        return min(passcodeGivenAt, now)
    }
}

extension GateSession {
    /// The columns of `users` as `u`, `sessions` as `s` and `session_tokens` as `t`.
    static let list: Statement.Text = """
        u.id, u.email, s.id, t.kind, s.created_at, s.expires_at, t.expires_at, s.last_active_at, s.lock IS NOT NULL,
        t.counts_as_locked, u.passcode_hash IS NOT NULL, u.reset_required, u.passcode_enabled,
        u.passcode_timeout_minutes, s.passcode_given_at, s.passkey_given_at, u.identity_issuer, u.identity_subject
        """
    static let columns: [Column] = [
        Account.table["id"], Account.table["email"], Session.table["id"], SessionToken.table["kind"],
        Session.table["created_at"], Session.table["expires_at"], SessionToken.table["expires_at"],
        Session.table["last_active_at"], .flag("is_latched"), SessionToken.table["counts_as_locked"],
        .flag("has_passcode"), Account.table["reset_required"], Account.table["passcode_enabled"],
        Account.table["passcode_timeout_minutes"], Session.table["passcode_given_at"],
        Session.table["passkey_given_at"], Account.table["identity_issuer"], Account.table["identity_subject"],
    ]

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
        passcodeGivenAt = try row.optionalTime()
        state = SessionState(
            settings: settings, lastActiveAt: lastActiveAt, isLockPersisted: isLockPersisted || countsAsLocked,
            passcodeGivenAt: passcodeGivenAt, passkeyGivenAt: try row.optionalTime())
        identity = AccountIdentity(issuer: try row.optionalText(), subject: try row.optionalText())
    }
}
