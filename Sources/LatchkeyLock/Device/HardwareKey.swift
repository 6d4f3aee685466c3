public import Crypto
public import Foundation

/// Hardware with keys of the curve P-256 that never leave it.
///
/// The calls may block: they run on a thread of their own.
public protocol HardwareKey: Sendable {
    /// Creates a key, and returns the handle that identifies it to the same hardware. Other hardware cannot use it.
    func make() throws(HardwareKeyError) -> Data

    /// Agrees on a secret (ECDH) between the key behind the handle and the public key.
    func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey
    ) throws(HardwareKeyError) -> SharedSecret
}

/// Why the hardware did not use a key.
public enum HardwareKeyError: Error, Sendable, Hashable {
    /// There is no such key: the handle belongs to other hardware, or the key was destroyed.
    case unknownKey
    /// Not now; the same call may succeed later.
    case unavailable
}
