/// The items of the lock in secure storage.
enum LockItem: String, Sendable, CaseIterable {
    /// The slots and the vault's authenticated record, in one item: every change of them is one write.
    case vault = "latchkey.vault"
    /// The count of guesses.
    case attempts = "latchkey.attempts"
    /// The random secret of this device, without hardware that keeps one.
    case deviceSecret = "latchkey.device-secret"
    /// The handle of the key in the device's hardware, where there is one.
    case deviceKey = "latchkey.device-key"
    /// The public key that seals while the vault is locked.
    case sealingKey = "latchkey.sealing-key"
    /// The biometric slot, in a separate item that only a match releases.
    case biometric = "latchkey.biometric"
    /// The biometric slot, encrypted for a key of the device's hardware, which needs a match.
    case sealedBiometric = "latchkey.sealed-biometric"
}
