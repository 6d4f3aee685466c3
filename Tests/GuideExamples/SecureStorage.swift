import Foundation
import LatchkeySecureStorage

/// The shop's access to its supplier.
nonisolated struct Credentials: Codable, Sendable, Equatable {
    var user: String
    var token: String
}

struct SupplierAccount {
    /// The status of the stored credentials. Unreadable is not signed out: a new sign-in would overwrite existing
    /// credentials.
    enum Status: Equatable {
        case signedOut
        case signedIn(Credentials)
        case unreadable(SecureStorageError)
    }

    let storage: any SecureStorageProtocol
    private let credentials = "supplier.credentials"
    private let orders = "supplier.orders"

    init(storage: some SecureStorageProtocol) { self.storage = storage }

    func status() async -> Status {
        do {
            guard let found = try await storage.load(Credentials.self, for: credentials) else { return .signedOut }
            return .signedIn(found)
        } catch {
            return .unreadable(error)
        }
    }

    /// Stores the credentials. They are readable only while the device is unlocked: no background task reads them.
    func signIn(with new: Credentials) async throws(SecureStorageError) {
        try await storage.save(new, for: credentials, access: .whenUnlocked)
    }

    func signOut() async throws(SecureStorageError) {
        try await storage.delete(for: credentials)
    }

    /// Reads and increments the number in one step across tasks and processes, so that each order has its own number.
    func nextOrderNumber() async throws(SecureStorageError) -> Int {
        try await storage.update(Int.self, for: orders) { number in
            let next = (number ?? 0) + 1
            number = next
            return next
        }
    }
}

/// Opens encrypted files, for a system without a keyring. The key comes from systemd or, without it, from a file that
/// only its owner can read.
func openSecrets(in directory: URL) throws(SecureStorageError) -> FileSecureStorage {
    let ownKey = FileSecureStorageKey.file(directory.appendingPathComponent("key"))
    let key = FileSecureStorageKey.systemdCredential(named: "repair-shop-key") ?? ownKey
    return try FileSecureStorage(directory: directory, key: key)
}
