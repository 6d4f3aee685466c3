import LatchkeyAPI

/// The type of a credential (https://www.w3.org/TR/webauthn-3/#enum-credentialType).
enum PublicKeyCredentialType: String, Codable, Sendable {
    case publicKey = "public-key"
}

/// The members of `RegistrationResponseJSON` that the server reads
/// (https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson).
struct RegistrationResponse: Decodable, Sendable {
    struct Response: Decodable, Sendable {
        let clientDataJSON: Base64URL
        let authenticatorData: Base64URL
        /// The transports as the browser names them; unknown ones are ignored.
        let transports: [String]?
    }

    let rawId: Base64URL
    let type: PublicKeyCredentialType
    let response: Response

    /// The known transports in the order of the response, without duplicates.
    var transports: [Passkey.Transport] {
        (response.transports ?? []).compactMap(Passkey.Transport.init).reduce(into: []) { known, transport in
            if !known.contains(transport) { known.append(transport) }
        }
    }
}

/// The members of `AuthenticationResponseJSON` that the server reads
/// (https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson).
struct AssertionResponse: Decodable, Sendable {
    struct Response: Decodable, Sendable {
        let clientDataJSON: Base64URL
        let authenticatorData: Base64URL
        let signature: Base64URL
        let userHandle: Base64URL?
    }

    let rawId: Base64URL
    let type: PublicKeyCredentialType
    let response: Response
}
