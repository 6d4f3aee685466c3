public import LatchkeySecureStorage

/// Requirement 01's passcode in secure storage: under `passcodeHash` and `passcodeSalt` as text, and `passcodeEnabled`
/// and `biometricEnabled` as true or false.
public struct StoredLegacyPasscode: LegacyPasscodeSource {
    private enum Key: String, CaseIterable {
        // First: without it the rest of an interrupted removal counts for nothing.
        case enabled = "passcodeEnabled"
        case hash = "passcodeHash"
        case salt = "passcodeSalt"
        case biometrics = "biometricEnabled"
    }

    private let storage: any SecureStorageProtocol

    /// Reads and removes the record in this storage; writes none.
    public init(storage: any SecureStorageProtocol) { self.storage = storage }

    /// Returns the record, or nil when none is enabled. One that is enabled and incomplete throws `.damaged`.
    public func load() async throws(VaultError) -> LegacyPasscode? {
        guard try await value(Bool.self, .enabled) == true else { return nil }
        guard let hash = try await value(String.self, .hash), let salt = try await value(String.self, .salt),
            let passcode = LegacyPasscode(hash: hash, salt: salt)
        else { throw .damaged }
        return passcode
    }

    public func delete() async throws(VaultError) {
        do {
            for key in Key.allCases { try await storage.delete(for: key.rawValue) }
        } catch { throw .storage(error) }
    }

    private func value<Value: Codable & Sendable>(
        _ type: Value.Type, _ key: Key
    ) async throws(VaultError) -> Value? {
        do { return try await storage.load(type, for: key.rawValue) } catch { throw .storage(error) }
    }
}
