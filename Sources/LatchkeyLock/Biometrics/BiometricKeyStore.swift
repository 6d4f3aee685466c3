package import Foundation
package import LatchkeyBiometrics

/// Keeps the biometric slot so that only a match releases it.
package protocol BiometricKeyStore: Sendable {
    /// Stores the slot for those who are enrolled now, in place of an older one. Does not ask for a match.
    func save(_ slot: Data) async throws(VaultError)

    /// Asks for a match, with this reason, and returns the slot or why there is none. Never releases the slot without
    /// asking. Throws when the slot cannot be read.
    ///
    /// - Parameter offersPasscode: Whether the prompt has a button for the passcode, where the system shows one.
    func release(reason: String, offersPasscode: Bool) async throws(VaultError) -> BiometricRelease

    /// Removes the slot. Does nothing if it is absent.
    func delete() async throws(VaultError)

    /// Returns whether there is a slot, without asking for a match.
    func exists() async throws(VaultError) -> Bool
}

/// The result of asking for the biometric slot.
package enum BiometricRelease: Sendable {
    /// There was a match, and this is the slot.
    case released(Data)
    /// There is no slot: it was not stored, or the system destroyed it because the enrolment changed.
    case absent
    /// There was no match.
    case refused(BiometricAuthError)
}

extension BiometricAuthProtocol {
    /// Why a match is impossible now, or nil. Does not ask for one.
    func obstacle() async -> BiometricAuthError? {
        do { _ = try await status() } catch { return error }
        return nil
    }
}
