internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock

/// What is stored of a session, in one item: every change of it is one atomic write.
struct SessionRecord: Codable, Equatable, Sendable {
    /// The account that the vault belongs to: the server's identifier.
    let accountID: String
    /// The newest refresh token, sealed in the vault; nil when there is no session.
    var sealedRefreshToken: Data?
    /// The account's identifier again, sealed in the vault: code that writes the storage can change ``accountID``, but
    /// not this. Nil before anything was sealed in the vault.
    var sealedAccountID: Data?
    /// Whether the passcode of the slot is out of date, so that the app opens only after the server has confirmed one.
    var mustVerify = false
    /// Whether the person locked manually: then only the passcode opens the app, also after a relaunch.
    var isManuallyLocked = false
    /// Whether "Set up later" was chosen.
    var isSetupDeclined = false
    /// Whether the person signed out, and erasing may have been interrupted.
    var isSigningOut = false
    /// What the team decided, as the server said last; nil in a record of before servers said it. Neither a secret nor
    /// a proof: the server itself refuses what is forbidden.
    var policy: User.Policy?

    /// The names in the stored format, which do not change.
    enum CodingKeys: String, CodingKey {
        case accountID, sealedRefreshToken, sealedAccountID, mustVerify, isSetupDeclined, isSigningOut, policy
        case isManuallyLocked = "isLockedByHand"
    }

    /// The purpose that the vault seals the token for. It names the account, so that another account's token is
    /// refused.
    var purpose: String { "latchkey/refresh-token/1/" + accountID }

    /// The purpose that the vault seals the account's identifier for.
    static let accountPurpose = "latchkey/account/1"

    /// The account that the open vault belongs to, or nil when the record has none that this vault sealed.
    func vaultAccountID(in vault: Vault) -> String? {
        guard let sealed = sealedAccountID, let plain = try? vault.open(sealed, for: Self.accountPurpose) else {
            return nil
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
