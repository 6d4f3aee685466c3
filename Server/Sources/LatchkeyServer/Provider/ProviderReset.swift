import LatchkeyAPI
import LatchkeyIdentity

/// The acceptance of a provider's token in place of an emailed link, from a browser that was redirected for it.
struct ProviderReset: Sendable {
    /// The lifetime of the acceptance, equal to that of an emailed link.
    static let lifetime = OneTimeToken.lifetime

    let store: any Store

    /// Returns the proof for a new passcode. Does not change the account.
    ///
    /// - Parameters:
    ///   - accountID: The account of the session that started the reset.
    /// - Throws: `invalidToken` if the account belongs to another user.
    func accept(
        _ identity: VerifiedIdentity, accountID: String
    ) async throws -> ProviderResetCookie {
        let person = AccountIdentity(issuer: identity.issuer, subject: identity.subject)
        return try await store.writeEvenIfRejected(on: .identity(person, address: nil)) { transaction in
            let end = transaction.now + Self.lifetime
            let proof = ProviderProof(identity, keptUntil: end)
            _ = try transaction.account(of: proof, id: accountID)
            return ProviderResetCookie(proof: proof, accountID: accountID, expiresAt: end)
        }
    }
}

extension Transaction {
    /// Returns the account linked to the user. An account with the user's address is not enough.
    ///
    /// - Parameter id: The expected account; nil for any.
    /// - Throws: `invalidToken` for any other account, and for one without a passcode to reset.
    func account(of proof: ProviderProof, id: String?) throws -> Account {
        guard let account = try accounts.find(proof.person), id == nil || account.id == id, account.hasPasscode,
            !account.isSuspended
        else { throw Problem(.invalidToken) }
        return account
    }
}
