/// The items of the lock in secure storage.
enum LockItem: String, Sendable, CaseIterable {
    /// The slots and the vault's authenticated record, in one item: each change is one write.
    case vault = "latchkey.vault"
    /// The attempt count.
    case attempts = "latchkey.attempts"
    /// The random secret of this device, without suitable hardware.
    case deviceSecret = "latchkey.device-secret"
    /// The handle of the key in the device's hardware.
    case deviceKey = "latchkey.device-key"
    /// The public key that seals while the vault is locked.
    case sealingKey = "latchkey.sealing-key"
    /// The biometric slot, in a separate item that only a match releases.
    case biometric = "latchkey.biometric"
    /// The biometric slot, encrypted for a key in the device's hardware, which requires a match.
    case sealedBiometric = "latchkey.sealed-biometric"
}
