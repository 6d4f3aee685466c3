import Crypto
import Foundation

/// What an authenticator says of itself and of the ceremony, and signs
/// (https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data).
struct AuthenticatorData {
    /// libfido2 checks signatures of EdDSA over 1024 bytes at most, of which the digest of the client data is 32.
    private static let assertionLengths = 37...992
    private static let identifierLengths = 1...1023

    let bytes: [UInt8]

    /// - Throws: ``PasskeyError/authenticatorData`` for fewer bytes than all such data has.
    init(_ data: Data) throws(PasskeyError) {
        guard data.count >= 37 else { throw .authenticatorData }
        bytes = Array(data)
    }

    /// How often the authenticator signed; zero where it does not count.
    var counter: UInt32 { bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }

    func check(for party: RelyingParty) throws(PasskeyError) {
        guard SHA256.hash(data: Array(party.id.utf8)) == bytes[..<32] else { throw .relyingParty }
        guard flags.contains(.userPresent) else { throw .userPresence }
        guard flags.contains(.userVerified) else { throw .userVerification }
    }

    /// Checks that there is all that an assertion has, and nothing else: no new credential.
    func checkAssertion() throws(PasskeyError) {
        guard Self.assertionLengths.contains(bytes.count), !flags.contains(.attestedCredential), end(from: 37) else {
            throw .authenticatorData
        }
    }

    /// Returns the identifier of the new credential, and checks that its key is there, and nothing else.
    func credentialID() throws(PasskeyError) -> Data {
        // Behind the identifier of the authenticator's kind is the length of the credential's.
        guard flags.contains(.attestedCredential), bytes.count >= 55 else { throw .authenticatorData }
        let length = Int(bytes[53]) << 8 | Int(bytes[54])
        guard Self.identifierLengths.contains(length) else { throw .credentialID }
        guard bytes.count > 55 + length else { throw .authenticatorData }
        var key = CBORReader(bytes[(55 + length)...])
        guard key.skipMap(), end(from: key.position) else { throw .authenticatorData }
        return Data(bytes[55..<55 + length])
    }

    /// Whether the data ends there, or behind a map of extensions where the flags say so.
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
