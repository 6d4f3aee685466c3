import Foundation

/// The encryption of an account's passcode data, under a key from outside the database: all million passcodes can be
/// hashed in a few core hours.
struct PasscodeRecordSealer: Sendable {
    let sealer: Sealer
    let random: any RandomSource

    /// Returns the hash of the account's passcode; nil if none is set. Throws if the record is corrupt: an error only
    /// for this account, and never a match (V15).
    func hash(of account: Account) throws -> PasscodeHash? {
        guard let record = account.passcodeHash else { return nil }
        let text = try sealer.open(record, for: .passcodeHash, context: account.hashContext)
        return try PasscodeHash(parsing: String(decoding: text, as: UTF8.self))
    }

    /// Returns the hash of a staged passcode. Throws if the record is corrupt.
    func hash(of passcode: StagedPasscode) throws -> PasscodeHash {
        let text = try sealer.open(passcode.passcodeHash, for: .passcodeHash, context: passcode.context)
        return try PasscodeHash(parsing: String(decoding: text, as: UTF8.self))
    }

    func setHash(_ hash: PasscodeHash, of account: inout Account) throws {
        account.passcodeSalt = Data(hash.salt)
        account.passcodeHash = try sealer.seal(
            Array(hash.text.utf8), for: .passcodeHash, context: account.hashContext)
    }

    /// Throws if the account has a recovery key that cannot be read.
    func checkRecoveryKey(of account: Account) throws {
        if let record = account.recoveryKey { _ = try sealer.open(record, for: .recoveryKey, context: account.id) }
    }

    /// Returns the account's recovery key in base64. Generates it at the first call.
    func recoveryKey(of account: inout Account) throws -> String {
        if let record = account.recoveryKey {
            return Data(try sealer.open(record, for: .recoveryKey, context: account.id)).base64EncodedString()
        }
        let key = random.bytes(32)
        account.recoveryKey = try sealer.seal(key, for: .recoveryKey, context: account.id)
        return Data(key).base64EncodedString()
    }

    /// Seals records of another key with the first key. Returns whether anything changed.
    func reseal(_ account: inout Account) throws(SealError) -> Bool {
        let hash = try account.passcodeHash.flatMap { record throws(SealError) in
            try sealer.resealed(record, for: .passcodeHash, context: account.hashContext)
        }
        let recoveryKey = try account.recoveryKey.flatMap { record throws(SealError) in
            try sealer.resealed(record, for: .recoveryKey, context: account.id)
        }
        account.passcodeHash = hash ?? account.passcodeHash
        account.recoveryKey = recoveryKey ?? account.recoveryKey
        return hash != nil || recoveryKey != nil
    }

    func makeSalt() -> [UInt8] { random.bytes(Argon2Limits.saltLength) }
}

extension Account {
    /// The context that binds the sealed hash to its account and its salt.
    fileprivate var hashContext: String { id + "|" + (passcodeSalt ?? Data()).base64EncodedString() }
}
