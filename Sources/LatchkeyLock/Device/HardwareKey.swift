public import Crypto
public import Foundation

/// Makes keys of the curve P-256 that never leave the hardware, and computes with them.
///
/// The calls may block: they are made on a thread of their own.
public protocol HardwareKey: Sendable {
    /// Makes a key, and returns the handle by which the same hardware finds it again. It is of no use elsewhere.
    func make() throws(HardwareKeyError) -> Data

    /// Agrees on a secret (ECDH) between the key behind the handle and the public key.
    func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey
    ) throws(HardwareKeyError) -> SharedSecret
}

/// Why hardware did not compute.
public enum HardwareKeyError: Error, Sendable, Hashable {
    /// There is no such key: the handle is of other hardware, or the key was destroyed.
    case unknownKey
    /// Not now; the same call may succeed later.
    case unavailable
}
