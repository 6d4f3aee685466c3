package import Crypto
package import Foundation
package import LatchkeyBiometrics

/// Hardware with keys of the curve P-256 that never leave it. It uses a key only after a match of those who were
/// enrolled when the key was made.
package protocol BiometricHardware: Sendable {
    /// Returns a new key for those who are enrolled now, without asking for a match.
    func makeKey() async throws(HardwareKeyError) -> BiometricHardwareKey

    /// Asks for a match, with this reason, and agrees on a secret (ECDH) between the key behind the handle and the
    /// public key. Never answers without asking.
    ///
    /// - Parameter offersPasscode: Whether the prompt has a button for the passcode, where the system shows one.
    func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey, reason: String, offersPasscode: Bool
    ) async -> BiometricAgreement

    /// Returns whether the key behind the handle is known to be lost, without asking for a match; false in doubt.
    func hasLost(_ handle: Data) async -> Bool
}

/// A key in such hardware.
package struct BiometricHardwareKey: Sendable {
    /// Identifies the key to the same hardware. Other hardware cannot use it.
    package let handle: Data
    /// The public half.
    package let publicKey: P256.KeyAgreement.PublicKey
}

/// The result of asking the hardware for an agreement.
package enum BiometricAgreement: Sendable {
    /// There was a match, and this is the secret.
    case agreed(SharedSecret)
    /// The key no longer exists: the enrolment changed, or the handle belongs to other hardware.
    case keyGone
    /// There was no match.
    case refused(BiometricAuthError)
    /// Not now: the device is being locked. The same call may succeed later.
    case unavailable
}
