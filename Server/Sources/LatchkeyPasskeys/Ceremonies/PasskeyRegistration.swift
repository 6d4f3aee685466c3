package import Foundation

/// A new passkey that a browser answered with
/// (https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential), without attestation: who made the
/// authenticator is not asked.
package struct PasskeyRegistration: Sendable {
    /// 1 to 1023 bytes.
    package let credentialID: Data
    package let key: PasskeyKey
    /// For the check of the next assertion.
    package let counter: UInt32

    /// - Parameters:
    ///   - clientData: The bytes of `clientDataJSON`.
    ///   - authenticatorData: What `getAuthenticatorData()` returned.
    ///   - challengeDigest: ``PasskeyChallenge/digest`` of the challenge that was given out for a registration.
    package init(
        clientData: Data, authenticatorData: Data, challengeDigest: Data, for party: RelyingParty
    ) throws(PasskeyError) {
        try ClientData(clientData).check(.registration, challengeDigest: challengeDigest, for: party)
        let data = try AuthenticatorData(authenticatorData)
        try data.check(for: party)
        credentialID = try data.credentialID()
        key = try Self.key(in: data)
        counter = data.counter
    }

    /// libfido2 has to be told which algorithm it is to find.
    private static func key(in data: AuthenticatorData) throws(PasskeyError) -> PasskeyKey {
        for algorithm in PasskeyAlgorithm.allCases {
            guard let bytes = try FidoCredential().key(algorithm, in: data) else { continue }
            guard let key = PasskeyKey(algorithm: algorithm, bytes: bytes) else { break }
            return key
        }
        throw .algorithm
    }
}
