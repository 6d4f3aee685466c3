import LatchkeyAPI
import LatchkeyIdentity

/// Takes the word of the team's provider in place of a mailed link: from a browser that was sent there to be asked.
struct ProviderReset: Sendable {
    /// As long as a mailed link.
    static let lifetime = OneTimeToken.lifetime

    let store: any Store

    /// Returns what it may set a new passcode with. Nothing of the account changes.
    ///
    /// - Parameters:
    ///   - accountID: Of the session that the browser was sent out from.
    /// - Throws: `invalidToken` when the account is not this person's.
    func accept(
        _ identity: VerifiedIdentity, accountID: String
    ) async throws -> ProviderResetCookie {
        let person = AccountIdentity(issuer: identity.issuer, subject: identity.subject)
        return try await store.writeEvenIfRefused(on: .identity(person, address: nil)) { transaction in
            let end = transaction.now + Self.lifetime
            let proof = ProviderProof(identity, keptUntil: end)
            _ = try transaction.account(of: proof, id: accountID)
            return ProviderResetCookie(proof: proof, accountID: accountID, expiresAt: end)
        }
    }
}

extension Transaction {
    /// Returns the person's own account. That an account has the person's address is not enough.
    ///
    /// - Parameter id: The account that it must be; nil for any.
    /// - Throws: `invalidToken` for every other account, and for one that has no passcode to reset.
    func account(of proof: ProviderProof, id: String?) throws -> Account {
        guard let account = try accounts.find(proof.person), id == nil || account.id == id, account.hasPasscode,
            !account.isSuspended
        else { throw Problem(.invalidToken) }
        return account
    }
}
