package import Foundation

/// A verified assertion: proof that a user has a passkey and was verified by its authenticator
/// (https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion).
package struct PasskeyAssertion: Sendable {
    /// The signature counter to store.
    package let counter: UInt32

    /// Verifies an assertion. Throws ``PasskeyError`` for an invalid one.
    ///
    /// - Parameters:
    ///   - clientData: The bytes of `clientDataJSON`.
    ///   - counter: The stored signature counter. If it is above zero, the new one must be greater; otherwise the
    ///     authenticator was cloned. Authenticators without a counter send 0.
    ///   - challengeDigest: ``PasskeyChallenge/digest`` of the challenge issued for an assertion.
    package init(
        clientData: Data, authenticatorData: Data, signature: Data, by key: PasskeyKey, counter: UInt32,
        challengeDigest: Data, for party: RelyingParty
    ) throws(PasskeyError) {
        let client = try ClientData(clientData)
        try client.check(.assertion, challengeDigest: challengeDigest, for: party)
        let data = try AuthenticatorData(authenticatorData)
        try data.check(for: party)
        try data.checkAssertion()
        try Self.verify(signature, by: key, over: data, clientDataHash: client.hash, for: party)
        guard counter == 0 || data.counter > counter else { throw .counter }
        self.counter = data.counter
    }

    private static func verify(
        _ signature: Data, by key: PasskeyKey, over data: AuthenticatorData, clientDataHash: [UInt8],
        for party: RelyingParty
    ) throws(PasskeyError) {
        let publicKey = try FidoPublicKey(key.algorithm)
        guard publicKey.read(key.bytes) else { throw .algorithm }
        let assertion = try FidoAssertion()
        try assertion.set(data, clientDataHash: clientDataHash, signature: signature, for: party)
        try assertion.verify(by: publicKey)
    }
}
