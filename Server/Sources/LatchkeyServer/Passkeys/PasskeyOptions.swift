import Foundation
import LatchkeyAPI
import LatchkeyPasskeys

/// A passkey in options for browsers (https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialdescriptorjson).
struct CredentialDescriptor: Encodable, Sendable {
    let id: Base64URL
    let type = PublicKeyCredentialType.publicKey
    let transports: [Passkey.Transport]

    init(_ passkey: Passkey) {
        id = Base64URL(passkey.credentialID)
        transports = passkey.transports
    }
}

/// The options for creating a passkey
/// (https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson).
struct RegistrationOptions: Encodable, Sendable {
    struct Party: Encodable, Sendable {
        let id, name: String
    }

    struct Person: Encodable, Sendable {
        let id: Base64URL
        let name, displayName: String
    }

    struct Parameters: Encodable, Sendable {
        let type = PublicKeyCredentialType.publicKey
        let alg: Int
    }

    struct Selection: Encodable, Sendable {
        let authenticatorAttachment = "platform"
        let residentKey = "preferred"
        let userVerification = "required"
    }

    let rp: Party
    let user: Person
    let challenge: String
    let pubKeyCredParams = PasskeyAlgorithm.allCases.map { Parameters(alg: $0.rawValue) }
    let timeout = PendingChallenge.lifetime.milliseconds
    let excludeCredentials: [CredentialDescriptor]
    let authenticatorSelection = Selection()
    let attestation = "none"
    let hints = ["client-device"]

    init(for account: Account, _ challenge: PasskeyChallenge, of party: RelyingParty, known: [Passkey]) {
        rp = Party(id: party.id, name: party.id)
        user = Person(id: Base64URL(account.userHandle), name: account.email, displayName: account.email)
        self.challenge = challenge.text
        excludeCredentials = known.map(CredentialDescriptor.init)
    }
}

/// The options for an assertion (https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson).
struct AssertionOptions: Encodable, Sendable {
    let challenge: String
    let rpId: String
    let allowCredentials: [CredentialDescriptor]
    let userVerification = "required"
    let timeout = PendingChallenge.lifetime.milliseconds
    let hints = ["client-device"]

    init(_ challenge: PasskeyChallenge, of party: RelyingParty, known: [Passkey]) {
        self.challenge = challenge.text
        rpId = party.id
        allowCredentials = known.map(CredentialDescriptor.init)
    }
}

extension Account {
    /// The user handle, which contains no personal data (https://www.w3.org/TR/webauthn-3/#user-handle).
    var userHandle: Data { Data(id.utf8) }
}

/// The response with options. Inner names are WebAuthn's.
struct PasskeyOptionsResponse<Options: Encodable & Sendable>: Encodable, Sendable {
    let publicKey: Options

    private enum CodingKeys: String, CodingKey { case publicKey = "public_key" }
}

extension APIResponse {
    static func options(_ options: some Encodable & Sendable) throws -> APIResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var response = try json([String: String]())
        response.body = try encoder.encode(PasskeyOptionsResponse(publicKey: options))
        return response
    }
}
