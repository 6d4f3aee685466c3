import Foundation
import LatchkeyEncoding
import LatchkeyPasskeys

/// The sealing of passkeys' public keys. Not for secrecy, but so that only a server can add them.
struct PasskeyRecords: Sendable {
    let sealer: Sealer

    /// Returns the public key of a passkey. Throws if the record is corrupt: an error only for this passkey, and never
    /// a match (V15).
    func key(of passkey: Passkey) throws -> PasskeyKey {
        let bytes = try sealer.open(passkey.publicKey, for: .passkey, context: passkey.keyContext)
        guard let key = PasskeyKey(algorithm: passkey.algorithm.passkeyAlgorithm, bytes: Data(bytes)) else {
            throw SealError.malformed
        }
        return key
    }

    func seal(_ key: PasskeyKey, credentialID: Data, accountID: String) throws -> String {
        let context = Passkey.keyContext(accountID, credentialID, Passkey.Algorithm(key.algorithm))
        return try sealer.seal([UInt8](key.bytes), for: .passkey, context: context)
    }
}

extension Passkey {
    /// The context that binds the sealed key to its account, its credential and its algorithm.
    var keyContext: String { Self.keyContext(accountID, credentialID, algorithm) }

    fileprivate static func keyContext(_ accountID: String, _ credentialID: Data, _ algorithm: Algorithm) -> String {
        [accountID, Base64Text.encode([UInt8](credentialID), as: .url), algorithm.rawValue].joined(separator: "|")
    }
}
