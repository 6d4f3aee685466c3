import Foundation
import LatchkeyLock

/// A passcode that an earlier version stored in its preferences, as the text of a hash and a salt.
nonisolated struct FormerPasscode: LegacyPasscodeSource {
    /// The preferences' domain, or nil for the app's own.
    var domain: String?

    private var defaults: UserDefaults? { UserDefaults(suiteName: domain) }

    func load() throws(VaultError) -> LegacyPasscode? {
        guard let defaults else { throw .damaged }
        guard let hash = defaults.string(forKey: "passcodeHash") else { return nil }
        // A malformed hash is an error, not an absent passcode.
        guard let passcode = LegacyPasscode(hash: hash, salt: defaults.string(forKey: "passcodeSalt") ?? "") else {
            throw .damaged
        }
        return passcode
    }

    func delete() {
        for key in ["passcodeHash", "passcodeSalt"] { defaults?.removeObject(forKey: key) }
    }
}
