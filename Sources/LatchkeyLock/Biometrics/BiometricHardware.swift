package import Crypto
package import Foundation
package import LatchkeyBiometrics

/// Hardware with P-256 keys that never leave it, and that it uses only after a match of the enrolment at the time of
/// creation.
package protocol BiometricHardware: Sendable {
    /// Creates a key for the current enrolment, without a prompt.
    func makeKey() async throws(HardwareKeyError) -> BiometricHardwareKey

    /// Requests a match and agrees on a secret (ECDH) between the handle's key and the public key. Always prompts.
    ///
    /// - Parameters:
    ///   - reason: The text of the prompt.
    ///   - offersPasscode: Whether the prompt has a passcode button, if the system supports one.
    func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey, reason: String, offersPasscode: Bool
    ) async -> BiometricAgreement

    /// Whether the handle's key is known to be lost, without a prompt; false in doubt.
    func hasLost(_ handle: Data) async -> Bool
}

/// A key in ``BiometricHardware``.
package struct BiometricHardwareKey: Sendable {
    /// Identifies the key to the same hardware. Other hardware cannot use it.
    package let handle: Data
    /// The key's public half, for an agreement.
    package let publicKey: P256.KeyAgreement.PublicKey
}

/// The result of requesting a key agreement.
package enum BiometricAgreement: Sendable {
    /// A match, with the secret.
    case agreed(SharedSecret)
    /// The key no longer exists: the enrolment changed, or the handle belongs to other hardware.
    case keyMissing
    /// There was no match.
    case rejected(BiometricAuthError)
    /// The device is being locked. The same call may succeed later.
    case unavailable
}
