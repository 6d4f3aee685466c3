import LatchkeySecureStorage

/// The secrets that an app and its widget share: both entitlements have the access group, with the team's prefix.
let sharedSecrets = KeychainSecureStorage(service: "com.example.shop", accessGroup: "ABCDE12345.com.example.shop")

/// The supplier's key, which the app reads after a match. A widget cannot request one: `load` without a prompt throws
/// `.locked` there, and with one `.matchUnavailable(.notInteractive)`.
struct SupplierKey {
    let storage = sharedSecrets

    /// Throws `.unsupportedAccess` on a device without biometrics; there is no fallback to a weaker level.
    func store(_ key: String) async throws(SecureStorageError) {
        try await storage.save(key, for: "supplier", access: .biometry(.currentEnrolment))
    }

    /// Nil when there is no secret, and also after a face or a finger was added or removed.
    func read() async throws(SecureStorageError) -> String? {
        try await storage.load(String.self, for: "supplier", prompt: "Order from the supplier.")
    }

    /// Requires no match.
    func isStored() async throws(SecureStorageError) -> Bool { try await storage.exists(for: "supplier") }
}
