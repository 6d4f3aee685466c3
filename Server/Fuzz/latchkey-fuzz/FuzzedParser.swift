internal import Crypto
internal import Foundation
internal import HTTPTypes
internal import LatchkeyEncoding

@testable internal import LatchkeyPasskeys
@testable internal import LatchkeyServer

/// The parsers of untrusted requests and of damaged stored data, each with the properties of all texts that it accepts.
/// A violation ends the process, and libFuzzer keeps the text.
enum FuzzedParser: String, CaseIterable {
    case phc
    case cookie
    case forwarded
    case code
    case json
    case clientData
    case authenticatorData

    func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch self {
        case .json: checkJSON(Data(bytes))
        case .clientData: checkClientData(Data(bytes))
        case .authenticatorData:
            checkAuthenticatorData(Data(bytes))
            checkPasskeyResponse(Data(bytes))
        case .phc: checkHash(text)
        case .cookie: checkCookie(text)
        case .forwarded: checkForwarded(text)
        case .code: checkCode(text)
        }
    }

    private func checkHash(_ text: String) {
        guard let hash = try? PasscodeHash(parsing: text) else { return }
        precondition(hash.text == text, "it is written the same")
        precondition(hash.salt.count == Argon2Limits.saltLength && hash.tag.count == hash.parameters.tagLength)
        precondition(Argon2Limits.passes.contains(hash.parameters.passes))
        precondition(Argon2Limits.memoryKiB.contains(hash.parameters.memoryKiB))
    }

    private func checkCookie(_ text: String) {
        var fields = HTTPFields()
        fields[.cookie] = text
        guard let value = SessionCookie.value(in: fields) else { return }
        precondition(!value.utf8.contains(UInt8(ascii: ";")), "it ends at its separator")
        precondition(text.utf8.count >= SessionCookie.name.utf8.count + 1 + value.utf8.count, "it was there")
    }

    private func checkForwarded(_ text: String) {
        var fields = HTTPFields()
        fields[.xForwardedFor] = text
        for proxies in 1...3 {
            let address = ClientAddress(trustedProxies: proxies).of(fields, connection: "connection")
            guard let address, address != "connection" else { continue }
            precondition(address.utf8.count <= 45, "it is no longer than an address")
            fields[.xForwardedFor] = address
            let again = ClientAddress(trustedProxies: 1).of(fields, connection: nil)
            precondition(again == address, "an address is read as itself")
            fields[.xForwardedFor] = text
        }
    }

    private func checkCode(_ text: String) {
        if let code = EmailCode(text) {
            precondition(code.canonical.utf8.count == 8 && EmailCode(code.text)?.canonical == code.canonical)
            precondition(code.canonical.allSatisfy { "0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains($0) })
        }
        if let token = OpaqueToken(text) { precondition(token.text == text && text.utf8.count == 43) }
    }

    private func checkJSON(_ data: Data) {
        guard StrictJSON.accepts(data) else { return }
        let text = String(decoding: data, as: UTF8.self)
        precondition(Data(text.utf8) == data, "it is UTF-8")
        precondition(!text.contains(/,\s*[\]}]/) || text.contains("\""), "no comma comes before an end")
        // A number out of range is JSON, but Foundation cannot represent it.
        if text.contains(/[0-9][eE][+-]?[0-9]{3}|[0-9]{19}/) { return }
        let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        precondition(value != nil, "Foundation also accepts it as JSON")
    }

    private func checkClientData(_ data: Data) {
        // The seeds are of this challenge, and for this host.
        let challenge = PasskeyChallenge(for: .assertion) { [UInt8](repeating: 0, count: $0) }
        guard let party = RelyingParty(host: "lock.example", origin: "https://lock.example"),
            let client = try? ClientData(data),
            (try? client.check(.assertion, challengeDigest: challenge.digest, for: party)) != nil
        else { return }
        // Foundation cannot represent a number out of range.
        guard let value = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else { return }
        precondition(value["type"] as? String == "webauthn.get", "it is an assertion's")
        precondition(value["origin"] as? String == party.origin && value["challenge"] as? String == challenge.text)
        precondition(value["topOrigin"] == nil && value["crossOrigin"] as? Bool != true, "no other page has it")
    }

    private func checkAuthenticatorData(_ data: Data) {
        guard let read = try? AuthenticatorData(data) else { return }
        if (try? read.checkAssertion()) != nil { precondition((37...992).contains(data.count)) }
        guard let credentialID = try? read.credentialID() else { return }
        precondition((1...1023).contains(credentialID.count) && data.count > 55 + credentialID.count)
        precondition((try? read.checkAssertion()) == nil, "it is of one ceremony")
        for algorithm in PasskeyAlgorithm.allCases {
            guard let bytes = try? FidoCredential().key(algorithm, in: read) else { continue }
            if let key = PasskeyKey(algorithm: algorithm, bytes: bytes) {
                let isRead = (try? FidoPublicKey(algorithm).read(key.bytes)) ?? false
                precondition(isRead, "libfido2 accepts every key")
            }
        }
    }

    /// Fuzzes the data after the relying party's hash, with the flags of a present and verified user. Other data is
    /// rejected before it is parsed.
    private func checkPasskeyResponse(_ data: Data) {
        let challenge = PasskeyChallenge(for: .assertion) { [UInt8](repeating: 0, count: $0) }
        guard data.count >= 37, let party = RelyingParty(host: "lock.example", origin: "https://lock.example") else {
            return
        }
        let client = #"{"type":"webauthn.get","challenge":"\#(challenge.text)","origin":"\#(party.origin)"}"#
        let signed = SHA256.hash(data: Data(party.id.utf8)) + [data[32] | 0x05] + data.dropFirst(33)
        for key in Self.keys {
            do throws(PasskeyError) {
                _ = try PasskeyAssertion(
                    clientData: Data(client.utf8), authenticatorData: Data(signed),
                    signature: Data(repeating: 1, count: 64), by: key, counter: 0, challengeDigest: challenge.digest,
                    for: party)
                preconditionFailure("no one signed it")
            } catch {
                precondition(error != .unavailable, "a browser's data must not cause a server error")
            }
        }
    }

    private static let keys: [PasskeyKey] = [
        PasskeyKey(algorithm: .es256, bytes: P256.Signing.PrivateKey().publicKey.rawRepresentation),
        PasskeyKey(algorithm: .eddsa, bytes: Curve25519.Signing.PrivateKey().publicKey.rawRepresentation),
    ].compactMap(\.self)
}
