public import Crypto

/// A secret that never leaves this device. The slots are bound to it, so that a copy of the storage alone does not
/// allow a guessing attack.
///
/// An app may pass its own to `LockPlatform`, such as a TPM or a key on a server. Calls may be slow; the vault makes
/// one at a time.
public protocol DeviceSecret: Sendable {
    /// Creates the secret if there is none. Called before the first vault is created.
    func enroll() async throws(DeviceSecretError)

    /// Returns 32 bytes that only this device can compute from the input and the label. Equal inputs and labels give
    /// equal bytes; others give different ones. Throws `.missing` if there is no secret, without creating one, and
    /// `.unavailable` if the same call may succeed later.
    func bind(_ input: SymmetricKey, label: [UInt8]) async throws(DeviceSecretError) -> SymmetricKey

    /// Destroys the secret, and so everything that was bound to it. Does nothing if it is absent.
    func erase() async throws(DeviceSecretError)

    /// Whether hardware stores the secret and never releases it. If false, the secret is as safe as its storage.
    var isHardwareBound: Bool { get }
}

extension DeviceSecret {
    public var isHardwareBound: Bool { false }
}
