public import Foundation
public import LatchkeySecureStorage

/// Secrets that only a biometric match releases.
extension KeychainManager {
    /// Stores the data behind a match of the current enrolment: a changed enrolment makes it absent.
    ///
    /// - Parameters:
    ///   - data: The secret.
    ///   - account: The name of the secret.
    ///   - requireBiometry: False for data that is readable while the device is unlocked.
    public func saveBiometricProtected(
        _ data: Data, for account: String, requireBiometry: Bool = true
    ) async throws(SecureStorageError) {
        try await store(
            data, forKey: account, accessibility: requireBiometry ? .biometry(.currentEnrolment) : .whenUnlocked)
    }

    /// Requests a match, and returns the data. Throws ``KeychainError/itemNotFound`` if there is none.
    ///
    /// - Parameters:
    ///   - account: The name of the secret.
    ///   - prompt: The text of the prompt, as a full sentence.
    public func readBiometricProtected(account: String, prompt: String) async throws -> Data {
        try check(account)
        let data: Data?
        do { data = try await load(account, prompt) } catch { throw KeychainError(error) ?? error }
        guard let data else { throw KeychainError.itemNotFound }
        return data
    }

    /// Reads the data. Data that requires no match is read without one, even while the app is locked.
    private func load(_ account: String, _ prompt: String) async throws(SecureStorageError) -> Data? {
        do { return try await storage.load(Data.self, for: account) } catch {
            guard error == .locked else { throw error }
        }
        return try await loadAfterMatch(Data.self, for: account, prompt: prompt)
    }
}
