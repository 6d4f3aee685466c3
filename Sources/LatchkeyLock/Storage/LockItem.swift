/// What the lock keeps in secure storage: one table to audit.
enum LockItem: String, Sendable, CaseIterable {
    /// The slots and the vault's authenticated record, in one item: every change of them is one write.
    case vault = "latchkey.vault"
    /// The count of guesses.
    case attempts = "latchkey.attempts"
    /// The random secret of this device, where no hardware has one.
    case deviceSecret = "latchkey.device-secret"
    /// What the device's hardware finds its key by, where it has one.
    case deviceKey = "latchkey.device-key"
    /// The public key that seals while the vault is locked.
    case sealingKey = "latchkey.sealing-key"
    /// The biometric slot, in an item of its own that only a match releases.
    case biometric = "latchkey.biometric"
    /// The biometric slot under a key of the device's hardware, which takes a match.
    case sealedBiometric = "latchkey.sealed-biometric"
}
