import Foundation
import LatchkeyPasskeys
import PasskeyTestSupport
import Testing

struct RegistrationTests {
    private let ceremony: Ceremony

    init() throws { ceremony = try Ceremony(.registration) }

    private func rejected(_ change: (inout TestAuthenticatorData) -> Void) -> PasskeyError? {
        ceremony.rejectsRegistration(data: change)
    }

    private func rejected(key coseKey: CBORValue) -> PasskeyError? { rejected { $0.coseKey = coseKey.encoded } }

    @Test(arguments: TestPasskeyKey.all)
    func registrationReturnsTheKeyAndCredentialID(_ key: TestPasskeyKey) throws {
        let response = Ceremony.passkey(key).register(ceremony.challenge.text, counter: 0x0102_0304)
        let registration = try ceremony.check(response)
        #expect(registration.credentialID == Data(repeating: 7, count: 32))
        #expect(registration.key == (try key.stored))
        #expect(registration.counter == 0x0102_0304)
    }

    @Test(arguments: [(1, true), (1023, true), (0, false), (1024, false)])
    func credentialIDMustHave1To1023Bytes(_ count: Int, _ isAccepted: Bool) {
        let identifier = Data(repeating: 9, count: count)
        let error = rejected { $0.credentialID = identifier }
        #expect(error == (isAccepted ? nil : .credentialID))
    }

    @Test func otherAlgorithmsAreRejected() {
        let zeros = [UInt8](repeating: 1, count: 48)
        #expect(rejected(key: TestPasskeyKey.ec(x: zeros, y: zeros, algorithm: -35, curve: 2)) == .algorithm)
        let point = Array(TestPasskeyKey.es256.publicBytes)
        for algorithm in [-35, -36, -47, -25, -257, -8, -9, 7, 0] {
            let key = TestPasskeyKey.ec(x: Array(point[..<32]), y: Array(point[32...]), algorithm: algorithm)
            #expect(rejected(key: key) == .algorithm)
        }
        let modulus = Array(TestPasskeyKey.rs256.publicBytes[..<256])
        for algorithm in [-65535, -37, -258, -259, -7] {
            let key = TestPasskeyKey.rsa(modulus: modulus, exponent: [1, 0, 1], algorithm: algorithm)
            #expect(rejected(key: key) == .algorithm)
        }
    }

    @Test func keyOfAnotherKindOrCurveIsRejected() {
        let point = Array(TestPasskeyKey.es256.publicBytes)
        let (x, y) = (Array(point[..<32]), Array(point[32...]))
        for curve in [0, 2, 3, 6, 8] {
            #expect(rejected(key: TestPasskeyKey.ec(x: x, y: y, curve: curve)) == .algorithm)
        }
        let edwards = Array(TestPasskeyKey.eddsa.publicBytes)
        for curve in [0, 1, 4, 7] { #expect(rejected(key: TestPasskeyKey.okp(x: edwards, curve: curve)) == .algorithm) }
        // A key of one algorithm labelled as another.
        #expect(rejected(key: TestPasskeyKey.okp(x: x, algorithm: -7, curve: 1)) == .algorithm)
        #expect(rejected(key: TestPasskeyKey.ec(x: edwards, y: edwards, algorithm: -8, curve: 6)) == .algorithm)
    }

    @Test func invalidOrWeakPointIsRejected() {
        let point = Array(TestPasskeyKey.es256.publicBytes)
        let (x, y) = (Array(point[..<32]), Array(point[32...]))
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(rejected(key: TestPasskeyKey.ec(x: x, y: x)) == .algorithm)
        #expect(rejected(key: TestPasskeyKey.ec(x: zeros, y: zeros)) == .algorithm)
        #expect(rejected(key: TestPasskeyKey.ec(x: Array(x.dropLast()), y: y)) == .algorithm)
        #expect(rejected(key: TestPasskeyKey.ec(x: x + [0], y: y)) == .algorithm)
        // Compressed, which RFC 9053 allows and WebAuthn does not.
        let compressed = CBORValue.map([
            (.int(1), .int(2)), (.int(3), .int(-7)), (.int(-1), .int(1)), (.int(-2), .bytes(x)),
            (.int(-3), .bool(true)),
        ])
        #expect(rejected(key: compressed) == .algorithm)
        #expect(rejected(key: TestPasskeyKey.okp(x: zeros)) == .algorithm)
        #expect(rejected(key: TestPasskeyKey.okp(x: [1] + zeros.dropLast())) == .algorithm)
    }

    /// libfido2 reads a key without numbers as zeros.
    @Test(arguments: [(-7, 2, 1), (-8, 1, 6), (-257, 3, 0)])
    func keyWithoutItsParametersIsRejected(_ algorithm: Int, _ kind: Int, _ curve: Int) {
        let key = CBORValue.map([(.int(1), .int(kind)), (.int(3), .int(algorithm)), (.int(-1), .int(curve))])
        #expect(rejected(key: key) == .algorithm)
        #expect(rejected(key: .map([])) == .algorithm)
    }

    @Test(
        arguments: [
            (64, [1, 0, 1]), (128, [1, 0, 1]), (255, [1, 0, 1]), (257, [1, 0, 1]), (384, [1, 0, 1]),
            (256, [0, 0, 1]), (256, [1]), (256, [3]), (256, [0, 0, 3]), (256, [1, 0, 0]), (256, []),
            (256, [0, 1, 0, 1]),
        ] as [(Int, [UInt8])])
    func rsaKeyRequires2048BitsAndASecureExponent(_ count: Int, _ exponent: [UInt8]) {
        let bytes = Array(TestPasskeyKey.rs256.publicBytes[..<256])
        let modulus = Array((bytes + bytes).suffix(count))
        #expect(rejected(key: TestPasskeyKey.rsa(modulus: modulus, exponent: exponent)) == .algorithm)
        #expect(rejected(key: TestPasskeyKey.rsa(modulus: bytes, exponent: [1, 0, 1])) == nil)
    }

    @Test func malformedPublicKeyIsRejected() {
        #expect(rejected { $0.coseKey = [] } == .authenticatorData)
        #expect(rejected { $0.coseKey = [0x01] } == .authenticatorData)
        #expect(rejected { $0.coseKey = [0xF6] } == .authenticatorData)
        #expect(rejected { $0.coseKey.append(0) } == .authenticatorData)
        #expect(
            rejected { $0.coseKey = [0xBF] + $0.coseKey.dropFirst() + [0xFF] }
                == .authenticatorData)
    }
}
