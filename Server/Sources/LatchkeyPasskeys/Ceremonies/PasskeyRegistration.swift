package import Foundation

/// A verified registration of a new passkey (https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential),
/// without attestation.
package struct PasskeyRegistration: Sendable {
    /// The passkey's ID, of 1 to 1023 bytes.
    package let credentialID: Data
    package let key: PasskeyKey
    /// The signature counter, to verify the next assertion.
    package let counter: UInt32

    /// Verifies a registration. Throws ``PasskeyError`` for an invalid one.
    ///
    /// - Parameters:
    ///   - clientData: The bytes of `clientDataJSON`.
    ///   - authenticatorData: The result of `getAuthenticatorData()`.
    ///   - challengeDigest: ``PasskeyChallenge/digest`` of the challenge issued for a registration.
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

    /// Returns the key. libfido2 requires the algorithm, so each is tried.
    private static func key(in data: AuthenticatorData) throws(PasskeyError) -> PasskeyKey {
        for algorithm in PasskeyAlgorithm.allCases {
            guard let bytes = try FidoCredential().key(algorithm, in: data) else { continue }
            guard let key = PasskeyKey(algorithm: algorithm, bytes: bytes) else { break }
            return key
        }
        throw .algorithm
    }
}
