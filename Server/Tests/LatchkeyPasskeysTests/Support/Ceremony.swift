import Foundation
import PasskeyTestSupport
import Testing

@testable import LatchkeyPasskeys

/// The server side of ceremonies: lock.example issues a challenge, and verifies the response.
struct Ceremony: Sendable {
    static let origin = "https://lock.example"

    let challenge: PasskeyChallenge
    let party: RelyingParty

    init(_ ceremony: PasskeyCeremony) throws {
        challenge = PasskeyChallenge(for: ceremony) { count in (0..<count).map { _ in .random(in: 0...255) } }
        party = try #require(RelyingParty(host: "lock.example", origin: Self.origin))
    }

    static func passkey(_ key: TestPasskeyKey, credentialID: Data = Data(repeating: 7, count: 32)) -> TestPasskey {
        TestPasskey(key, credentialID: credentialID, relyingPartyID: "lock.example", origin: origin)
    }

    func check(_ response: TestPasskey.Registration) throws(PasskeyError) -> PasskeyRegistration {
        try PasskeyRegistration(
            clientData: response.clientData, authenticatorData: response.authenticatorData,
            challengeDigest: challenge.digest, for: party)
    }

    func check(
        _ response: TestPasskey.Assertion, by key: PasskeyKey, counter: UInt32 = 0
    ) throws(PasskeyError) -> PasskeyAssertion {
        try PasskeyAssertion(
            clientData: response.clientData, authenticatorData: response.authenticatorData,
            signature: response.signature, by: key, counter: counter, challengeDigest: challenge.digest, for: party)
    }

    /// Returns the error for a changed registration; nil if it is accepted.
    func rejectsRegistration(
        _ key: TestPasskeyKey = .es256, client: (inout TestClientData) -> Void = { _ in },
        data: (inout TestAuthenticatorData) -> Void = { _ in }
    ) -> PasskeyError? {
        let response = Self.passkey(key).register(challenge.text, client: client, data: data)
        return rejection { () throws(PasskeyError) in try check(response) }
    }

    /// Returns the error for a changed and signed assertion; nil if it is accepted.
    func rejectsAssertion(
        _ key: TestPasskeyKey = .es256, counter: UInt32 = 0, client: (inout TestClientData) -> Void = { _ in },
        data: (inout TestAuthenticatorData) -> Void = { _ in }
    ) throws -> PasskeyError? {
        let response = try Self.passkey(key).assert(challenge.text, client: client, data: data)
        let key = try key.stored
        return rejection { () throws(PasskeyError) in try check(response, by: key, counter: counter) }
    }
}

extension TestPasskeyKey {
    /// The public key, as stored.
    var stored: PasskeyKey {
        get throws {
            let algorithm = try #require(PasskeyAlgorithm(rawValue: algorithm))
            return try #require(PasskeyKey(algorithm: algorithm, bytes: publicBytes))
        }
    }
}

/// Returns the error of the work; nil if it succeeds.
func rejection<Value>(_ work: () throws(PasskeyError) -> Value) -> PasskeyError? {
    do throws(PasskeyError) {
        _ = try work()
        return nil
    } catch {
        return error
    }
}
