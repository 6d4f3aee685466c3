public import Crypto

/// A secret of this device that never leaves it. The slots are tied to it, so that a copy of the storage alone gives
/// nothing to guess at.
public protocol DeviceSecret: Sendable {
    /// Returns 32 bytes that only this device can compute from the input and the label: the same for the same, unlike
    /// for unlike. Throws `.deviceSecretMissing` when the secret is gone, and never makes a new one.
    func bind(_ input: SymmetricKey, label: [UInt8]) async throws(VaultError) -> SymmetricKey

    /// Makes the secret if there is none; keeps the one that is there.
    func create() async throws(VaultError)

    /// Destroys the secret, and with it whatever was bound to it. Nothing to destroy is no error.
    func erase() async throws(VaultError)

    /// Whether hardware keeps the secret, computes with it and gives it to nobody. If not, it is worth what the storage is
    /// worth that it is in.
    var isHardwareBound: Bool { get }
}

extension DeviceSecret {
    public var isHardwareBound: Bool { false }
}
