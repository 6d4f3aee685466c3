import Foundation
import LatchkeyEncoding
import LatchkeyPasskeys

/// Reads and writes the public keys of passkeys, which are sealed: not to hide them, but so that only a server has put
/// them there.
struct PasskeyRecords: Sendable {
    let sealer: Sealer

    /// Throws when the record is corrupt: an error for this passkey alone, and never a match (V15).
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
    /// Binds the sealed key to its account, its credential and its algorithm.
    var keyContext: String { Self.keyContext(accountID, credentialID, algorithm) }

    fileprivate static func keyContext(_ accountID: String, _ credentialID: Data, _ algorithm: Algorithm) -> String {
        [accountID, Base64Text.encode([UInt8](credentialID), as: .url), algorithm.rawValue].joined(separator: "|")
    }
}
