import LatchkeyLock
import LatchkeySecureStorage

/// The lock of an app that had a passcode of its own before, as the core service's document describes it. Its first
/// unlock replaces the hash by a slot, and removes the items.
@MainActor
func lockOfAnUpdatedApp() -> PasscodeService {
    // Look up the service and the names in the earlier version's source.
    let former = KeychainSecureStorage(service: "com.example.shop.auth")
    let keys = StoredLegacyPasscode.Keys(
        hash: "passcodeHash", salt: "passcodeSalt", enabled: "passcodeEnabled", others: ["biometricEnabled"])
    return AppLock.device(
        .apple(), reason: "Open the repair shop.", afterTenFailures: .unlimited,
        legacy: StoredLegacyPasscode(storage: former, keys: keys))
}
