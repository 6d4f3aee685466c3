import LatchkeyLock
import LatchkeySecureStorage

/// Deletes the passcode that an earlier version of an app with an account stored on the device.
func deleteFormerPasscode() async throws(VaultError) {
    // The service and the names are the earlier version's: look them up in its source.
    let former = KeychainSecureStorage(service: "com.example.shop.auth")
    let keys = StoredLegacyPasscode.Keys(
        hash: "passcodeHash", salt: "passcodeSalt", enabled: "passcodeEnabled", others: ["biometricEnabled"])
    try await StoredLegacyPasscode(storage: former, keys: keys).delete()
}
