import LatchkeyAPI

/// The session that a request came with, and its account, as they are in one transaction.
struct Caller: Sendable {
    var account: Account
    var session: Session
    /// Whether the request showed a rotated token, which opens nothing.
    var tokenCountsAsLocked = false
    /// The attempts under way on the account, where they were looked up.
    var attempts: [Reservation] = []
    let now: Timestamp

    var isLocked: Bool { tokenCountsAsLocked || session.isLocked(under: account, at: now) }

    /// The account as this session may see it.
    var user: User {
        User(
            id: account.id, email: account.email, hasPasscode: account.hasPasscode,
            passcodeEnabled: account.passcodeEnabled, passcodeTimeoutMinutes: account.passcodeTimeoutMinutes,
            locked: isLocked, language: account.language)
    }
}

extension Transaction {
    /// Returns the session of the credential. Throws `unauthenticated` when there is none.
    func caller(_ credential: Credential) throws -> Caller {
        guard let token = try sessionTokens.find(digest: credential.digest),
            token.kind == credential.kind, now < token.expiresAt,
            let session = try sessions.find(id: token.sessionID), now < session.expiresAt,
            let account = try accounts.find(id: session.accountID)
        else { throw Problem(.unauthenticated) }
        return Caller(account: account, session: session, tokenCountsAsLocked: token.countsAsLocked, now: now)
    }

    /// Does the same as ``caller(_:)`` once the account's late attempts have become failures, and looks up those that
    /// are under way.
    func caller(_ credential: Credential, settlingBy ledger: AttemptLedger) throws -> Caller {
        var caller = try caller(credential)
        let (late, underWay) = try ledger.settleStale(accountID: caller.account.id, in: self)
        if !late.isEmpty { caller = try self.caller(credential) }
        caller.attempts = underWay
        return caller
    }

    /// Returns nil when the credential is of no session, or of one that cannot be read: calls that need no session
    /// ignore it.
    func callerIfAny(_ credential: Credential) throws -> Caller? {
        do {
            return try caller(credential)
        } catch  where error is Problem || error is UnreadableRowError {
            return nil
        }
    }

    /// Does the same as ``caller(_:)``, and throws `locked` when the session is locked.
    func unlockedCaller(_ credential: Credential) throws -> Caller {
        let caller = try caller(credential)
        guard !caller.isLocked else { throw Problem(.locked) }
        return caller
    }
}
