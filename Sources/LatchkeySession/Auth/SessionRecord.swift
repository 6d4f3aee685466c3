internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock

/// The stored state of a session, in one item. Each change is one atomic write.
struct SessionRecord: Codable, Equatable, Sendable {
    /// The server's identifier of the account that the vault belongs to.
    let accountID: String
    /// The newest refresh token, sealed in the vault; nil without a session.
    var sealedRefreshToken: Data?
    /// The account's identifier, sealed in the vault. Code that writes the storage can change ``accountID``, but not
    /// this. Nil before anything was sealed in the vault.
    var sealedAccountID: Data?
    /// Whether the passcode of the slot is out of date, so that the app opens only after the server has verified one.
    var mustVerify = false
    /// Whether the user locked manually: only the passcode then opens the app, even after a relaunch.
    var isManuallyLocked = false
    /// Whether "Set up later" was chosen.
    var isSetupDeclined = false
    /// Whether the user signed out, and erasing may have been interrupted.
    var isSigningOut = false
    /// The team's rules, according to the last response; nil in a record from before servers sent them. Neither a
    /// secret nor a proof: the server itself enforces them.
    var policy: User.Policy?

    /// The names in the stored format. They must not change.
    enum CodingKeys: String, CodingKey {
        case accountID, sealedRefreshToken, sealedAccountID, mustVerify, isSetupDeclined, isSigningOut, policy
        case isManuallyLocked = "isLockedByHand"
    }

    /// The purpose for which the vault seals the token. It names the account, so that another account's token is
    /// rejected.
    var purpose: String { "latchkey/refresh-token/1/" + accountID }

    /// The purpose for which the vault seals the account's identifier.
    static let accountPurpose = "latchkey/account/1"

    /// Returns the account that the open vault belongs to, or nil if this vault sealed none for the record.
    func vaultAccountID(in vault: Vault) -> String? {
        guard let sealed = sealedAccountID, let plain = try? vault.open(sealed, for: Self.accountPurpose) else {
            return nil
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
