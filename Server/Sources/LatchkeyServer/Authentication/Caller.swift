import LatchkeyAPI

/// The session that a request came with, and its account, as they are in one transaction.
struct Caller: Sendable {
    var account: Account
    var session: Session
    /// Whether the request showed a rotated token, which opens nothing.
    var tokenCountsAsLocked = false
    /// The attempts under way on the account.
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
        guard let rows = try callers.find(tokenDigest: credential.digest, kind: credential.kind, at: now) else {
            throw Problem(.unauthenticated)
        }
        return Caller(
            account: rows.account, session: rows.session, tokenCountsAsLocked: rows.tokenCountsAsLocked,
            attempts: rows.attempts, now: now)
    }

    /// Does the same as ``caller(_:)`` once the account's late attempts have become failures.
    func caller(_ credential: Credential, settlingBy ledger: AttemptLedger) throws -> Caller {
        let caller = try caller(credential)
        let late = try ledger.settleStale(caller.attempts, in: self)
        return late.isEmpty ? caller : try self.caller(credential)
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
