import Foundation
import LatchkeyEncoding

/// The sealing of private unlock keys.
struct UnlockKeyRecords: Sendable {
    let sealer: Sealer

    /// Returns the private key; nil if it was destroyed. Throws if the record is corrupt, which does not count as a
    /// wrong passcode (V15).
    func key(of key: UnlockKey) throws -> EvaluationKey? {
        guard let record = key.privateKey else { return nil }
        let bytes = try sealer.open(record, for: .unlockKey, context: key.keyContext)
        guard let opened = EvaluationKey(bytes), opened.publicKey == [UInt8](key.publicKey) else {
            throw SealError.malformed
        }
        return opened
    }

    func seal(_ key: EvaluationKey, id: String, accountID: String) throws -> String {
        try sealer.seal(
            key.bytes, for: .unlockKey, context: UnlockKey.keyContext(id, accountID, Data(key.publicKey)))
    }
}

extension UnlockKey {
    /// The context that binds the sealed key to its row, its account and its public key.
    var keyContext: String { Self.keyContext(id, accountID, publicKey) }

    fileprivate static func keyContext(_ id: String, _ accountID: String, _ publicKey: Data) -> String {
        [id, accountID, Base64Text.encode([UInt8](publicKey), as: .url)].joined(separator: "|")
    }
}
