package import Foundation
package import LatchkeyBiometrics

/// A store of the biometric slot, which only a match releases.
package protocol BiometricKeyStore: Sendable {
    /// Stores the slot for the current enrolment and replaces an older one. Does not prompt.
    func save(_ slot: Data) async throws(VaultError)

    /// Requests a match and returns the slot, or the reason that there is none. Always prompts before releasing the
    /// slot. Throws if the slot cannot be read.
    ///
    /// - Parameters:
    ///   - reason: The text of the prompt.
    ///   - offersPasscode: Whether the prompt has a passcode button, if the system supports one.
    func release(reason: String, offersPasscode: Bool) async throws(VaultError) -> BiometricRelease

    /// Deletes the slot. Does nothing if it is absent.
    func delete() async throws(VaultError)

    /// Whether there is a slot. Does not prompt.
    func exists() async throws(VaultError) -> Bool
}

/// The result of requesting the biometric slot.
package enum BiometricRelease: Sendable {
    /// A match, with the slot.
    case released(Data)
    /// There is no slot: it was not stored, or the system destroyed it because the enrolment changed.
    case absent
    /// There was no match.
    case rejected(BiometricAuthError)
}

extension BiometricAuthProtocol {
    /// The reason that no match is possible now, or nil. Does not prompt.
    func obstacle() async -> BiometricAuthError? {
        do { _ = try await status() } catch { return error }
        return nil
    }
}
