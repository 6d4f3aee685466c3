public import Crypto
public import Foundation

/// Makes keys of the curve P-256 that never leave the hardware, and computes with them.
public protocol HardwareKey: Sendable {
    /// Makes a key, and returns the handle by which the same hardware finds it again. It is of no use elsewhere.
    func make() throws -> Data

    /// Agrees on a secret (ECDH) between the key behind the handle and the public key. Throws when there is no such key.
    func agree(_ handle: Data, with publicKey: P256.KeyAgreement.PublicKey) throws -> SharedSecret
}
