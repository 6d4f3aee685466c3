import LatchkeyAPI

/// The session that a request came with, and its account, as they are in one transaction.
struct Caller: Sendable {
    var account: Account
    var session: Session
    /// The request showed a rotated token, which opens nothing.
    let tokenCountsAsLocked: Bool
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

extension Repositories {
    /// Returns whose session it is. Throws `unauthenticated` when there is none.
    func caller(_ credential: Credential, at now: Timestamp) throws -> Caller {
        guard let token = try sessionTokens.find(digest: credential.digest),
            token.kind == credential.kind, now < token.expiresAt,
            let session = try sessions.find(id: token.sessionID), now < session.expiresAt,
            let account = try accounts.find(id: session.accountID)
        else { throw Problem(.unauthenticated) }
        return Caller(account: account, session: session, tokenCountsAsLocked: token.countsAsLocked, now: now)
    }

    /// Returns nil when the credential is dead, or its session cannot be read: calls that need no session ignore it.
    func callerIfAny(_ credential: Credential, at now: Timestamp) throws -> Caller? {
        do {
            return try caller(credential, at: now)
        } catch  where error is Problem || error is UnreadableRowError {
            return nil
        }
    }

    /// As ``caller(_:at:)``, and throws `locked` when the session is.
    func unlockedCaller(_ credential: Credential, at now: Timestamp) throws -> Caller {
        let caller = try caller(credential, at: now)
        guard !caller.isLocked else { throw Problem(.locked) }
        return caller
    }
}
