import Crypto
package import Foundation

/// Authenticator data that a test may change (https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data).
package struct TestAuthenticatorData: Sendable {
    package enum Flag {
        package static let userPresent: UInt8 = 0x01
        package static let userVerified: UInt8 = 0x04
        package static let attestedCredential: UInt8 = 0x40
        package static let extensions: UInt8 = 0x80
    }

    /// The hashed relying party ID.
    package var relyingPartyID: String
    package var flags = Flag.userPresent | Flag.userVerified
    package var counter: UInt32 = 0
    /// The ID of a new credential, which follows if set.
    package var credentialID: Data?
    package var coseKey: [UInt8] = []
    /// The remaining bytes.
    package var rest: [UInt8] = []

    package init(relyingPartyID: String) { self.relyingPartyID = relyingPartyID }

    package var bytes: Data {
        var bytes = Array(SHA256.hash(data: Data(relyingPartyID.utf8))) + [flags]
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
        if let credentialID {
            bytes += [UInt8](repeating: 0xAA, count: 16)
            bytes += [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xFF)] + credentialID + coseKey
        }
        return Data(bytes + rest)
    }

    /// Adds extensions and their flag.
    package mutating func setExtensions(_ members: [(CBORValue, CBORValue)]) {
        flags |= Flag.extensions
        rest = CBORValue.map(members).encoded
    }
}
