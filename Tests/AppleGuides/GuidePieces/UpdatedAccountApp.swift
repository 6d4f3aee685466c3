import LatchkeyAPI
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession

/// The session of an app with an account that stored the passcode's hash on the device before. Its start deletes the
/// items.
@MainActor
func sessionOfAnUpdatedApp(server: ServerURL) -> SessionModel {
    // Look up the service and the names in the earlier version's source.
    let former = KeychainSecureStorage(service: "com.example.shop.auth")
    let keys = StoredLegacyPasscode.Keys(
        hash: "passcodeHash", salt: "passcodeSalt", enabled: "passcodeEnabled", others: ["biometricEnabled"])
    return AppLock.account(
        .apple(), server: server, reason: "Open the repair shop.", sessionLock: InProcessSessionLock(),
        legacy: StoredLegacyPasscode(storage: former, keys: keys))
}
