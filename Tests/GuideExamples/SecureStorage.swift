import Foundation
import LatchkeySecureStorage

/// The shop's access to its supplier.
nonisolated struct Credentials: Codable, Sendable, Equatable {
    var user: String
    var token: String
}

struct SupplierAccount {
    /// Three answers, never two: who takes unreadable for signed out asks the owner for a password that is still there,
    /// and writes over it.
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

    /// Nothing in the background needs them, so they need not be readable while the device is locked.
    func signIn(with new: Credentials) async throws(SecureStorageError) {
        try await storage.save(new, for: credentials, access: .whenUnlocked)
    }

    func signOut() async throws(SecureStorageError) {
        try await storage.delete(for: credentials)
    }

    /// One step, over all tasks and processes: no two orders get the same number.
    func nextOrderNumber() async throws(SecureStorageError) -> Int {
        try await storage.update(Int.self, for: orders) { number in
            let next = (number ?? 0) + 1
            number = next
            return next
        }
    }
}

/// Where there is no keyring: sealed files, under a key from systemd or, without it, from a file that only its owner
/// reads.
func openSecrets(in directory: URL) throws(SecureStorageError) -> FileSecureStorage {
    let ownKey = FileSecureStorageKey.file(directory.appendingPathComponent("key"))
    let key = FileSecureStorageKey.systemdCredential(named: "repair-shop-key") ?? ownKey
    return try FileSecureStorage(directory: directory, key: key)
}
