import LatchkeyAPI

/// The session that a request came with, and its account, as they are in one transaction.
struct Caller: Sendable {
    var account: Account
    var session: Session
    /// Whether the request showed a rotated token, which opens nothing.
    var tokenCountsAsLocked = false
    /// The attempts under way on the account.
    var attempts: [Reservation] = []
    let rules: TeamRules
    let now: Timestamp

    var isLocked: Bool { tokenCountsAsLocked || session.isLocked(of: account, under: rules, at: now) }

    /// Whether a passcode must be set before anything else.
    var lacksPasscode: Bool { account.lacksPasscode(under: rules) }

    init(account: Account, session: Session, rules: TeamRules, now: Timestamp) {
        self.account = account
        self.session = session
        self.rules = rules
        self.now = now
    }

    /// The session of a credential that was shown, by what is stored of it.
    ///
    /// - Throws: `unauthenticated` when there is none, or it has ended.
    init(_ rows: CallerRows?, shown credential: Credential, under rules: TeamRules, at now: Timestamp) throws {
        guard let rows, rows.token.kind == credential.kind, now < rows.token.expiresAt,
            now < rows.session.endsAt(under: rules)
        else { throw Problem(.unauthenticated) }
        self.init(account: rows.account, session: rows.session, rules: rules, now: now)
        tokenCountsAsLocked = rows.token.countsAsLocked
        attempts = rows.attempts
    }

    /// The account as this session may see it.
    var user: User {
        User(
            id: account.id, email: account.email, hasPasscode: account.hasPasscode,
            passcodeEnabled: account.isPasscodeEnabled(under: rules),
            passcodeTimeoutMinutes: account.timeoutMinutes(under: rules), locked: isLocked,
            language: account.language, policy: rules.policy(sessionEndsAt: session.endsAt(under: rules)),
            hasPasskey: account.hasPasskey(under: rules))
    }
}

extension Transaction {
    /// Returns the session of the credential. Throws `unauthenticated` when there is none.
    func caller(_ credential: Credential, under rules: TeamRules) throws -> Caller {
        try Caller(callers.find(tokenDigest: credential.digest), shown: credential, under: rules, at: now)
    }

    /// Does the same as ``caller(_:under:)`` once the account's late attempts have become failures.
    func caller(_ credential: Credential, under rules: TeamRules, settlingBy ledger: AttemptLedger) throws -> Caller {
        let caller = try caller(credential, under: rules)
        let late = try ledger.settleStale(caller.attempts, in: self)
        return late.isEmpty ? caller : try self.caller(credential, under: rules)
    }

    /// Returns nil when the credential is of no session, or of one that cannot be read: calls that need no session
    /// ignore it.
    func callerIfAny(_ credential: Credential, under rules: TeamRules) throws -> Caller? {
        do {
            return try caller(credential, under: rules)
        } catch  where error is Problem || error is UnreadableRowError {
            return nil
        }
    }

    /// Does the same as ``caller(_:under:)``, and throws when the session may not make such a call.
    func caller(_ credential: Credential, under rules: TeamRules, for requirement: SessionRequirement) throws -> Caller
    {
        let caller = try caller(credential, under: rules)
        if let problem = caller.refusal(of: requirement) { throw problem }
        return caller
    }
}
