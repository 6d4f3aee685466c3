package import Foundation

/// A proof that somebody has a passkey and was verified by its authenticator
/// (https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion).
package struct PasskeyAssertion: Sendable {
    /// To be stored in place of the one before.
    package let counter: UInt32

    /// - Parameters:
    ///   - clientData: The bytes of `clientDataJSON`.
    ///   - counter: The one of the registration, or of the last assertion. Where it is above zero, the authenticator's
    ///     must be greater: a lower one is from a copy of the authenticator. One that does not count says 0 each time.
    ///   - challengeDigest: ``PasskeyChallenge/digest`` of the challenge that was given out for an assertion.
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
