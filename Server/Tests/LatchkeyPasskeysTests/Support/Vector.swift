import Foundation
import LatchkeyPasskeys
import Testing

/// A pair of ceremonies from WebAuthn Level 3, section 16 (https://www.w3.org/TR/webauthn-3/#sctn-test-vectors), for
/// `example.org`. The bytes are from w3c/webauthn at 146d0db; the authenticator data of a registration comes from its
/// attestation object.
struct Vector: Decodable, Sendable {
    struct Registration: Decodable, Sendable {
        let challenge: Hex
        let clientData: Hex
        let authenticatorData: Hex
    }

    struct Assertion: Decodable, Sendable {
        let challenge: Hex
        let clientData: Hex
        let authenticatorData: Hex
        let signature: Hex
    }

    struct Hex: Decodable, Sendable {
        let data: Data

        init(from decoder: any Decoder) throws {
            data = try #require(Data(hex: try decoder.singleValueContainer().decode(String.self)))
        }
    }

    let section: String
    let credentialID: Hex
    let registration: Registration
    let assertion: Assertion

    static func all() throws -> [Vector] {
        let file = try #require(Bundle.module.url(forResource: "Vectors/webauthn-3", withExtension: "json"))
        return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
    }

    static func named(_ name: String) throws -> Vector {
        try #require(all().first { $0.section == "sctn-test-vectors-\(name)" })
    }

    static func party() throws -> RelyingParty {
        try #require(RelyingParty(host: "example.org", origin: "https://example.org"))
    }

    static func digest(of challenge: Hex, for ceremony: PasskeyCeremony) -> Data {
        PasskeyChallenge(for: ceremony) { _ in Array(challenge.data) }.digest
    }

    func registered() throws(PasskeyError) -> PasskeyRegistration {
        guard let party = try? Self.party() else { throw .unavailable }
        return try PasskeyRegistration(
            clientData: registration.clientData.data, authenticatorData: registration.authenticatorData.data,
            challengeDigest: Self.digest(of: registration.challenge, for: .registration), for: party)
    }

    func asserted(by key: PasskeyKey) throws(PasskeyError) -> PasskeyAssertion {
        guard let party = try? Self.party() else { throw .unavailable }
        return try PasskeyAssertion(
            clientData: assertion.clientData.data, authenticatorData: assertion.authenticatorData.data,
            signature: assertion.signature.data, by: key, counter: 0,
            challengeDigest: Self.digest(of: assertion.challenge, for: .assertion), for: party)
    }
}
