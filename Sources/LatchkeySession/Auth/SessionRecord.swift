internal import Foundation
internal import LatchkeyLock

/// What is stored of a session, in one item: every change of it is one atomic write.
struct SessionRecord: Codable, Equatable, Sendable {
    /// The account that the vault belongs to: the server's identifier.
    let accountID: String
    /// The newest refresh token, sealed in the vault; nil when there is no session.
    var sealedRefreshToken: Data?
    /// The account's identifier once more, sealed in the vault: whoever writes the storage can change ``accountID``, and
    /// not this. Nil before anything was sealed in the vault.
    var sealedAccountID: Data?
    /// Whether only the server's word on the passcode opens the app: the passcode of the slot is out of date.
    var mustVerify = false
    /// Whether the person locked by hand: then only the passcode opens, also after a relaunch.
    var isLockedByHand = false
    /// Whether "Set up later" was chosen.
    var isSetupDeclined = false
    /// Whether the person signed out, and erasing may have been interrupted.
    var isSigningOut = false

    /// What the vault seals the token for: the token of another account is not taken for this one's.
    var purpose: String { "latchkey/refresh-token/1/" + accountID }

    /// What the vault seals the account's identifier for.
    static let accountPurpose = "latchkey/account/1"

    /// The account that the open vault belongs to, or nil when the record has none that this vault sealed.
    func vaultAccountID(in vault: Vault) -> String? {
        guard let sealed = sealedAccountID, let plain = try? vault.open(sealed, for: Self.accountPurpose) else {
            return nil
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
