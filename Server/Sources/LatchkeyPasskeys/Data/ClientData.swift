import Crypto
import Foundation
import LatchkeyEncoding

/// The client data (https://www.w3.org/TR/webauthn-3/#dictionary-client-data). Unknown members are ignored: browsers
/// add some so that servers do not compare the text.
struct ClientData {
    /// SHA-256 of the text, which is signed.
    let hash: [UInt8]
    private let members: JSONObject

    init(_ data: Data) throws(PasskeyError) {
        guard let members = StrictJSON.value(of: data)?.object else { throw .clientData }
        self.members = members
        hash = Array(SHA256.hash(data: data))
    }

    func check(
        _ ceremony: PasskeyCeremony, challengeDigest: Data, for party: RelyingParty
    ) throws(PasskeyError) {
        guard let type = members["type"]?.string, let text = members["challenge"]?.string,
            let origin = members["origin"]?.string
        else { throw .clientData }
        guard type.isExactly(ceremony.rawValue) else { throw .type }
        guard let challenge = PasskeyChallenge(text, for: ceremony), challenge.has(digest: challengeDigest) else {
            throw .challenge
        }
        guard origin.isExactly(party.origin) else { throw .origin }
        guard members["crossOrigin"].map({ $0 == .bool(false) }) ?? true, members["topOrigin"] == nil else {
            throw .crossOrigin
        }
    }
}
