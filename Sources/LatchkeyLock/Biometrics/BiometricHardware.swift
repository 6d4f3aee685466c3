package import Crypto
package import Foundation
package import LatchkeyBiometrics

/// Makes keys of the curve P-256 that never leave the hardware, and that it uses only after a match of those who were
/// enrolled when the key was made.
package protocol BiometricHardware: Sendable {
    /// Makes a key for those who are enrolled now. Asks nobody for a match.
    func makeKey() async throws(HardwareKeyError) -> BiometricHardwareKey

    /// Asks for a match, with this reason, and agrees on a secret (ECDH) between the key behind the handle and the public
    /// key. Never answers without asking.
    func agree(_ handle: Data, with publicKey: P256.KeyAgreement.PublicKey, reason: String) async -> BiometricAgreement

    /// Returns whether the key behind the handle is known to be of no use any more, without asking anybody; false in doubt.
    func hasLost(_ handle: Data) async -> Bool
}

/// A key in such hardware.
package struct BiometricHardwareKey: Sendable {
    /// What the same hardware finds the key by. It is of no use elsewhere.
    package let handle: Data
    /// The public half.
    package let publicKey: P256.KeyAgreement.PublicKey

    package init(handle: Data, publicKey: P256.KeyAgreement.PublicKey) {
        (self.handle, self.publicKey) = (handle, publicKey)
    }
}

/// What came of asking hardware that takes a match.
package enum BiometricAgreement: Sendable {
    /// There was a match, and this is the secret.
    case agreed(SharedSecret)
    /// There is no such key any more: the enrolment changed, or the handle is of other hardware.
    case keyGone
    /// There was no match.
    case refused(BiometricAuthError)
    /// Not now: the device is being locked. The same call may succeed later.
    case unavailable
}
