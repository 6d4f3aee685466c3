import Crypto
import Foundation

/// Signed data of an authenticator about itself and the ceremony
/// (https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data).
struct AuthenticatorData {
    /// The valid lengths of an assertion's data, in bytes. libfido2 verifies EdDSA signatures of at most 1024 bytes, of
    /// which 32 are the digest of the client data.
    private static let assertionLengths = 37...992
    private static let identifierLengths = 1...1023

    let bytes: [UInt8]

    /// Parses the data. Throws ``PasskeyError/authenticatorData`` if it is too short.
    init(_ data: Data) throws(PasskeyError) {
        guard data.count >= 37 else { throw .authenticatorData }
        bytes = Array(data)
    }

    /// The number of signatures; zero if the authenticator does not count.
    var counter: UInt32 { bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }

    func check(for party: RelyingParty) throws(PasskeyError) {
        guard SHA256.hash(data: Array(party.id.utf8)) == bytes[..<32] else { throw .relyingParty }
        guard flags.contains(.userPresent) else { throw .userPresence }
        guard flags.contains(.userVerified) else { throw .userVerification }
    }

    /// Throws unless the data is exactly that of an assertion, without a new credential.
    func checkAssertion() throws(PasskeyError) {
        guard Self.assertionLengths.contains(bytes.count), !flags.contains(.attestedCredential), end(from: 37) else {
            throw .authenticatorData
        }
    }

    /// Returns the ID of the new credential. Throws unless its key follows, and nothing else.
    func credentialID() throws(PasskeyError) -> Data {
        // The length of the credential ID follows the AAGUID.
        guard flags.contains(.attestedCredential), bytes.count >= 55 else { throw .authenticatorData }
        let length = Int(bytes[53]) << 8 | Int(bytes[54])
        guard Self.identifierLengths.contains(length) else { throw .credentialID }
        guard bytes.count > 55 + length else { throw .authenticatorData }
        var key = CBORReader(bytes[(55 + length)...])
        guard key.skipMap(), end(from: key.position) else { throw .authenticatorData }
        return Data(bytes[55..<55 + length])
    }

    /// Whether the data ends here, or after a map of extensions if the flags say so.
    private func end(from position: Int) -> Bool {
        var extensions = CBORReader(bytes[position...])
        return (!flags.contains(.extensions) || extensions.skipMap()) && extensions.position == bytes.count
    }

    private var flags: Flags { Flags(rawValue: bytes[32]) }

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 0x01)
        static let userVerified = Flags(rawValue: 0x04)
        static let attestedCredential = Flags(rawValue: 0x40)
        static let extensions = Flags(rawValue: 0x80)
    }
}
