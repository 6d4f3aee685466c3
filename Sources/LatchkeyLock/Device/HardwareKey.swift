public import Crypto
public import Foundation

/// Hardware with P-256 keys that never leave it.
///
/// Calls may block: they run on their own thread.
public protocol HardwareKey: Sendable {
    /// Creates a key and returns its handle, which is valid only with this hardware.
    func make() throws(HardwareKeyError) -> Data

    /// Agrees on a secret (ECDH) between the handle's key and the public key.
    func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey
    ) throws(HardwareKeyError) -> SharedSecret
}

/// The reason that the hardware did not use a key.
public enum HardwareKeyError: Error, Sendable, Hashable {
    /// There is no such key: the handle belongs to other hardware, or the key was destroyed.
    case unknownKey
    /// The hardware is unavailable now; the same call may succeed later.
    case unavailable
}
