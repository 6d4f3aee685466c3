import Foundation

/// The kind of a credential (https://www.w3.org/TR/webauthn-3/#enum-credentialType).
enum PublicKeyCredentialType: String, Codable, Sendable {
    case publicKey = "public-key"
}

/// What a browser answers when it has made a passkey: what the server reads of `RegistrationResponseJSON`
/// (https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson).
struct RegistrationAnswer: Decodable, Sendable {
    struct Response: Decodable, Sendable {
        let clientDataJSON: Base64URLData
        let authenticatorData: Base64URLData
        /// Those that this version does not know are left out.
        let transports: [String]?
    }

    let rawId: Base64URLData
    let type: PublicKeyCredentialType
    let response: Response

    /// In the order of the answer, each once.
    var transports: [Passkey.Transport] {
        (response.transports ?? []).compactMap(Passkey.Transport.init).reduce(into: []) { known, transport in
            if !known.contains(transport) { known.append(transport) }
        }
    }
}

/// What a browser answers with a passkey: what the server reads of `AuthenticationResponseJSON`
/// (https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson).
struct AssertionAnswer: Decodable, Sendable {
    struct Response: Decodable, Sendable {
        let clientDataJSON: Base64URLData
        let authenticatorData: Base64URLData
        let signature: Base64URLData
        let userHandle: Base64URLData?
    }

    let rawId: Base64URLData
    let type: PublicKeyCredentialType
    let response: Response
}
