public import Foundation
public import LatchkeySecureStorage

/// Secrets behind a biometric match, as the biometric guide writes them down.
extension KeychainManager {
    /// Stores the data behind a match of those who are enrolled now: a changed enrolment makes it absent.
    ///
    /// - Parameters:
    ///   - data: The secret.
    ///   - account: Its name.
    ///   - requireBiometry: False for data that is readable while the device is unlocked.
    public func saveBiometricProtected(
        _ data: Data, for account: String, requireBiometry: Bool = true
    ) async throws(SecureStorageError) {
        try await store(
            data, forKey: account, accessibility: requireBiometry ? .biometry(.currentEnrolment) : .whenUnlocked)
    }

    /// Asks for a match, and returns the data. Throws ``KeychainError/itemNotFound`` where there is none.
    ///
    /// - Parameters:
    ///   - account: Its name.
    ///   - prompt: The text of the prompt, as a full sentence.
    public func readBiometricProtected(account: String, prompt: String) async throws -> Data {
        try check(account)
        let data: Data?
        do { data = try await storage.load(Data.self, for: account, prompt: prompt) } catch {
            throw KeychainError(error) ?? error
        }
        guard let data else { throw KeychainError.itemNotFound }
        return data
    }
}
