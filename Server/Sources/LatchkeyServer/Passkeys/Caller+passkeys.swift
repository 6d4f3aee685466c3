import LatchkeyAPI
import LatchkeyPasskeys

extension Caller {
    /// Gives the session a challenge in the place of the one before. The session is to be stored.
    mutating func ask(_ challenge: PasskeyChallenge) throws {
        try SessionAllowance.use(&session.changesUsedUntil, at: now)
        session.challenge = PendingChallenge(digest: challenge.digest, expiresAt: now + PendingChallenge.lifetime)
    }

    /// Uses up the challenge that an answer was checked with, whatever came of it. The session is to be stored.
    ///
    /// - Throws: `invalidPasskey` when it is no longer the session's, or its time is over.
    mutating func use(_ challenge: PendingChallenge) throws {
        guard session.challenge == challenge, challenge.isLive(at: now) else { throw Problem(.invalidPasskey) }
        try SessionAllowance.use(&session.changesUsedUntil, at: now)
        session.challenge = nil
    }
}

extension Transaction {
    /// Returns the account's passkeys, oldest first. Those that do not belong to its passcode are none.
    func passkeys(of account: Account) throws -> [StoredRow<Passkey>] {
        account.keepsPasskeys ? try passkeys.list(accountID: account.id) : []
    }

    /// Returns a passkey of the account. Throws `notFound` when it has no such passkey.
    func passkey(_ id: String, of account: Account) throws -> Passkey {
        guard account.keepsPasskeys, let passkey = try passkeys.find(id: id), passkey.accountID == account.id else {
            throw Problem(.notFound)
        }
        return passkey
    }

    /// Stores how many passkeys the account has.
    func countPasskeys(of account: inout Account) throws {
        account.setPasskeyCount(try passkeys.count(accountID: account.id))
        try accounts.update(account)
    }
}
