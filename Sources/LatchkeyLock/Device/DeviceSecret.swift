public import Crypto

/// A secret of this device that never leaves it. The slots are tied to it, so that a copy of the storage alone gives
/// nothing to guess at.
///
/// An app may bring its own to `LockPlatform`: a TPM, a key on a server. Calls may take their time; the vault makes one
/// after the other.
public protocol DeviceSecret: Sendable {
    /// Makes the secret if there is none; keeps the one that is there. Before the first vault is made.
    func enroll() async throws(DeviceSecretError)

    /// Returns 32 bytes that only this device can compute from the input and the label: the same for the same, unlike
    /// for unlike. Throws `.missing` when the secret is gone, and never makes a new one; `.unavailable` when the same call
    /// may succeed later.
    func bind(_ input: SymmetricKey, label: [UInt8]) async throws(DeviceSecretError) -> SymmetricKey

    /// Destroys the secret, and with it whatever was bound to it. Nothing to destroy is no error.
    func erase() async throws(DeviceSecretError)

    /// Whether hardware keeps the secret, computes with it and gives it to nobody. If not, it is worth what the storage is
    /// worth that it is in.
    var isHardwareBound: Bool { get }
}

extension DeviceSecret {
    public var isHardwareBound: Bool { false }
}
