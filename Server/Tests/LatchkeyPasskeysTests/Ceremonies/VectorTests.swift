import Crypto
import Foundation
import Testing

@testable import LatchkeyPasskeys

/// The test vectors of WebAuthn Level 3, section 16. Half of them lack user verification and are rejected here. Their
/// keys and signatures are tested only with libfido2.
struct VectorTests {
    private static let accepted: PasskeyError? = nil

    @Test(
        arguments: [
            ("none-es256", .userVerification, .userVerification),
            ("packed-self-es256", accepted, .userVerification),
            ("none-es256-crossOrigin", .crossOrigin, .crossOrigin),
            ("none-es256-topOrigin", .crossOrigin, .crossOrigin),
            ("none-es256-long-credential-id", .userVerification, accepted),
            ("packed-es256", accepted, accepted),
            ("packed-eddsa", .userVerification, .userVerification),
            ("tpm-es256", accepted, accepted),
            ("android-key-es256", accepted, .userVerification),
            ("apple-es256", .userVerification, .userVerification),
            ("fido-u2f-es256", .userVerification, .userVerification),
        ] as [(String, PasskeyError?, PasskeyError?)])
    func publishedVectorsPassOrFail(_ name: String, _ registration: PasskeyError?, _ assertion: PasskeyError?) throws {
        let vector = try Vector.named(name)
        #expect(rejection { () throws(PasskeyError) in try vector.registered() } == registration)
        let key = try key(of: vector)
        #expect(rejection { () throws(PasskeyError) in try vector.asserted(by: key) } == assertion)
        guard registration == nil else { return }
        let registered = try vector.registered()
        #expect(registered.credentialID == vector.credentialID.data)
        #expect(registered.key == key)
    }

    /// The RS256 key has 3482 bits, which libfido2 does not support: TPMs use 2048.
    @Test func rsaKeyOfAnotherLengthIsRejected() throws {
        let vector = try Vector.named("packed-rs256")
        #expect(rejection { () throws(PasskeyError) in try vector.registered() } == .algorithm)
    }

    @Test(arguments: ["packed-es384", "packed-es512", "packed-rs256", "packed-ed448"])
    func keysOfUnsupportedAlgorithmsAreRejected(_ name: String) throws {
        let vector = try Vector.named(name)
        let data = try AuthenticatorData(vector.registration.authenticatorData.data)
        #expect(try data.credentialID() == vector.credentialID.data)
        for algorithm in PasskeyAlgorithm.allCases { #expect(try FidoCredential().key(algorithm, in: data) == nil) }
    }

    @Test(arguments: [
        "none-es256", "packed-self-es256", "none-es256-crossOrigin", "none-es256-topOrigin",
        "none-es256-long-credential-id", "packed-es256", "packed-eddsa", "tpm-es256", "android-key-es256",
        "apple-es256", "fido-u2f-es256",
    ])
    func flagsDoNotAffectSignatureVerification(_ name: String) throws {
        let vector = try Vector.named(name)
        let key = try key(of: vector)
        let hash = Array(SHA256.hash(data: vector.assertion.clientData.data))
        #expect(try rejects(vector, by: key, hash) == nil)
        #expect(try rejects(vector, by: key, [hash[0] ^ 1] + hash[1...]) == .signature)
    }

    private func key(of vector: Vector) throws -> PasskeyKey {
        let data = try AuthenticatorData(vector.registration.authenticatorData.data)
        #expect(try data.credentialID() == vector.credentialID.data)
        for algorithm in PasskeyAlgorithm.allCases {
            guard let bytes = try FidoCredential().key(algorithm, in: data) else { continue }
            return try #require(PasskeyKey(algorithm: algorithm, bytes: bytes))
        }
        throw PasskeyError.algorithm
    }

    private func rejects(_ vector: Vector, by key: PasskeyKey, _ hash: [UInt8]) throws -> PasskeyError? {
        let data = try AuthenticatorData(vector.assertion.authenticatorData.data)
        let publicKey = try FidoPublicKey(key.algorithm)
        guard publicKey.read(key.bytes) else { return .algorithm }
        let assertion = try FidoAssertion()
        let party = try Vector.party()
        try assertion.set(data, clientDataHash: hash, signature: vector.assertion.signature.data, for: party)
        do throws(PasskeyError) {
            try assertion.verify(by: publicKey)
            return nil
        } catch {
            return error
        }
    }
}
