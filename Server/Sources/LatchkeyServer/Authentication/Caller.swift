import LatchkeyAPI

/// The session of a request and its account, in one transaction.
struct Caller: Sendable {
    var account: Account
    var session: Session
    /// Whether the request used a rotated token, which grants no access.
    var tokenCountsAsLocked = false
    /// The account's attempts in progress.
    var attempts: [Reservation] = []
    let rules: TeamRules
    let now: Timestamp

    var isLocked: Bool { tokenCountsAsLocked || session.isLocked(of: account, under: rules, at: now) }

    /// Whether a passcode must be set first.
    var lacksPasscode: Bool { account.lacksPasscode(under: rules) }

    /// Throws `passcodeNotSet` if no passcode is enabled, and the error unless it was verified within the duration.
    func demandPasscode(
        within longest: Duration, or error: @autoclosure () -> any Error = Problem(.passcodeTooOld)
    ) throws {
        guard account.isPasscodeEnabled(under: rules) else { throw Problem(.passcodeNotSet) }
        guard let age = Session.passcodeAge(session.passcodeVerifiedAt, at: now), age <= longest else { throw error() }
    }

    /// Returns the account, as shown to this session.
    ///
    /// - Parameter language: The reader's, for an account without one.
    func user(in language: String) -> User {
        User(
            id: account.id, email: account.email, hasPasscode: account.hasPasscode,
            passcodeEnabled: account.isPasscodeEnabled(under: rules),
            passcodeTimeoutMinutes: account.timeoutMinutes(under: rules), locked: isLocked,
            language: account.language ?? language, policy: rules.policy(sessionEndsAt: session.endsAt(under: rules)),
            hasPasskey: account.hasPasskey(under: rules), timeZone: account.timeZone)
    }
}

extension Caller {
    /// Creates the caller from stored rows.
    ///
    /// - Throws: `unauthenticated` if there is no session, or it has ended.
    init(_ rows: CallerRows?, shown credential: Credential, under rules: TeamRules, at now: Timestamp) throws {
        guard let rows, rows.token.kind == credential.kind, now < rows.token.expiresAt,
            now < rows.session.endsAt(under: rules)
        else { throw Problem(.unauthenticated) }
        self.init(
            account: rows.account, session: rows.session, tokenCountsAsLocked: rows.token.countsAsLocked,
            attempts: rows.attempts, rules: rules, now: now)
    }
}

extension ActivityLog {
    /// Records an event of the caller's account and device, like ``record(_:of:device:client:in:at:)``.
    func record(_ kind: ActivityKind, by caller: Caller, client: ClientInfo, in transaction: Transaction) throws {
        try record(kind, of: caller.account, device: caller.session.deviceName, client: client, in: transaction)
    }
}

extension Transaction {
    /// Sets the time zone and the language of an account without them, unless the new session is locked. A sign-in
    /// replaces neither, because it may be a stranger's, and so the notice of it would have the stranger's zone.
    func setIfUnknown(timeZone: String?, language: String?, of caller: inout Caller) throws {
        let known = caller.account
        guard !caller.isLocked else { return }
        caller.account.timeZone = known.timeZone ?? timeZone
        caller.account.language = known.language ?? language
        if caller.account != known { try accounts.update(caller.account) }
    }

    /// Returns the session of the credential. Throws `unauthenticated` if there is none.
    func caller(_ credential: Credential, under rules: TeamRules) throws -> Caller {
        try Caller(callers.find(tokenDigest: credential.digest), shown: credential, under: rules, at: now)
    }

    /// Returns the session like ``caller(_:under:)``, after turning expired attempts into failures.
    func caller(_ credential: Credential, under rules: TeamRules, settlingBy limiter: AttemptLimiter) throws -> Caller {
        let caller = try caller(credential, under: rules)
        let late = try limiter.settleStale(caller.attempts, in: self)
        return late.isEmpty ? caller : try self.caller(credential, under: rules)
    }

    /// Returns the session for calls that do not require one; nil without one, or if it cannot be read.
    func callerIfAny(_ credential: Credential, under rules: TeamRules) throws -> Caller? {
        do {
            return try caller(credential, under: rules)
        } catch  where error is Problem || error is InvalidRowError {
            return nil
        }
    }

    /// Returns the session like ``caller(_:under:)``. Throws if it does not meet the requirement.
    func caller(_ credential: Credential, under rules: TeamRules, for requirement: SessionRequirement) throws -> Caller
    {
        try caller(credential, under: rules).meeting(requirement)
    }

    /// Returns the session of an earlier caller, whichever tokens it has now. Throws if it has ended, or does not meet
    /// the requirement.
    func caller(_ earlier: Caller, for requirement: SessionRequirement) throws -> Caller {
        guard let found = try callers.find(accountID: earlier.account.id, sessionID: earlier.session.id),
            let session = found.session, now < session.endsAt(under: earlier.rules)
        else { throw Problem(.unauthenticated) }
        return try Caller(account: found.account, session: session, rules: earlier.rules, now: now)
            .meeting(requirement)
    }
}
