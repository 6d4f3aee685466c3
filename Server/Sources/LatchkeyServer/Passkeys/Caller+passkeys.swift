import LatchkeyAPI
import LatchkeyPasskeys

extension Caller {
    /// Replaces the session's challenge. The caller stores the session.
    mutating func ask(_ challenge: PasskeyChallenge) throws {
        try SessionAllowance.use(&session.changesUsedUntil, at: now)
        session.challenge = PendingChallenge(digest: challenge.digest, expiresAt: now + PendingChallenge.lifetime)
    }

    /// Consumes the challenge of a response, whether or not it was valid. The caller stores the session.
    ///
    /// - Throws: `invalidPasskey` if the challenge was replaced or has expired.
    mutating func use(_ challenge: PendingChallenge) throws {
        guard session.challenge == challenge, challenge.isLive(at: now) else { throw Problem(.invalidPasskey) }
        try SessionAllowance.use(&session.changesUsedUntil, at: now)
        session.challenge = nil
    }
}

extension Transaction {
    /// Returns the passkeys of the account's current passcode, oldest first.
    func passkeys(of account: Account) throws -> [StoredRow<Passkey>] {
        account.keepsPasskeys ? try passkeys.list(accountID: account.id) : []
    }

    /// Returns a passkey of the account. Throws `notFound` if there is none.
    func passkey(_ id: String, of account: Account) throws -> Passkey {
        guard account.keepsPasskeys, let passkey = try passkeys.find(id: id), passkey.accountID == account.id else {
            throw Problem(.notFound)
        }
        return passkey
    }

    /// Stores the number of the account's passkeys.
    func countPasskeys(of account: inout Account) throws {
        account.setPasskeyCount(try passkeys.count(accountID: account.id))
        try accounts.update(account)
    }
}
