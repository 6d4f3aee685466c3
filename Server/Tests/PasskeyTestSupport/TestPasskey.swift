import Crypto
package import Foundation

/// A passkey in memory: the responses of a browser and its authenticator, without libfido2.
package struct TestPasskey: Sendable {
    package struct Registration: Sendable {
        package var clientData: Data
        package var authenticatorData: Data
    }

    package struct Assertion: Sendable {
        package var clientData: Data
        package var authenticatorData: Data
        package var signature: Data
    }

    package let key: TestPasskeyKey
    package let credentialID: Data
    package let relyingPartyID: String
    package let origin: String

    package init(
        _ key: TestPasskeyKey, credentialID: Data = Data((0..<32).map { _ in UInt8.random(in: 0...255) }),
        relyingPartyID: String, origin: String
    ) {
        self.key = key
        self.credentialID = credentialID
        self.relyingPartyID = relyingPartyID
        self.origin = origin
    }

    /// Returns the result of `navigator.credentials.create()`.
    ///
    /// - Parameter challenge: In base64url.
    package func register(
        _ challenge: String, counter: UInt32 = 0, client change: (inout TestClientData) -> Void = { _ in },
        data changeData: (inout TestAuthenticatorData) -> Void = { _ in }
    ) -> Registration {
        var client = TestClientData(type: "webauthn.create", challenge: challenge, origin: origin)
        change(&client)
        var data = TestAuthenticatorData(relyingPartyID: relyingPartyID)
        data.flags |= TestAuthenticatorData.Flag.attestedCredential
        data.counter = counter
        data.credentialID = credentialID
        data.coseKey = key.coseKey.encoded
        changeData(&data)
        return Registration(clientData: client.bytes, authenticatorData: data.bytes)
    }

    /// Returns the result of `navigator.credentials.get()`. Changes are signed too.
    ///
    /// - Parameter challenge: In base64url.
    package func assert(
        _ challenge: String, counter: UInt32 = 0, client change: (inout TestClientData) -> Void = { _ in },
        data changeData: (inout TestAuthenticatorData) -> Void = { _ in }
    ) throws -> Assertion {
        var client = TestClientData(type: "webauthn.get", challenge: challenge, origin: origin)
        change(&client)
        var data = TestAuthenticatorData(relyingPartyID: relyingPartyID)
        data.counter = counter
        changeData(&data)
        return Assertion(
            clientData: client.bytes, authenticatorData: data.bytes,
            signature: try key.sign(data.bytes + SHA256.hash(data: client.bytes)))
    }
}
