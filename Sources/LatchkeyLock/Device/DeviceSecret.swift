public import Crypto

/// A secret that never leaves this device. The slots are bound to it, so that a copy of the storage alone does not
/// allow guessing.
///
/// An app may provide its own to `LockPlatform`: a TPM, a key on a server. Calls may be slow; the vault makes one at a
/// time.
public protocol DeviceSecret: Sendable {
    /// Creates the secret unless there is one. Called before the first vault is created.
    func enroll() async throws(DeviceSecretError)

    /// Returns 32 bytes that only this device can compute from the input and the label. Equal inputs and labels give
    /// equal bytes, others different ones. Throws `.missing` when there is no secret, without creating one, and
    /// `.unavailable` when the same call may succeed later.
    func bind(_ input: SymmetricKey, label: [UInt8]) async throws(DeviceSecretError) -> SymmetricKey

    /// Destroys the secret, and with it everything that was bound to it. Does nothing if it is absent.
    func erase() async throws(DeviceSecretError)

    /// Whether hardware keeps the secret and never releases it. Otherwise the secret is as safe as its storage.
    var isHardwareBound: Bool { get }
}

extension DeviceSecret {
    public var isHardwareBound: Bool { false }
}
