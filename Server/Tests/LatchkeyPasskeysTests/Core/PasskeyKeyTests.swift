import Foundation
import LatchkeyPasskeys
import PasskeyTestSupport
import Testing

/// Invalid keys, and keys with which anyone can forge signatures.
struct PasskeyKeyTests {
    private func isKey(_ algorithm: PasskeyAlgorithm, _ bytes: some Sequence<UInt8>) -> Bool {
        PasskeyKey(algorithm: algorithm, bytes: Data(bytes)) != nil
    }

    @Test(arguments: TestPasskeyKey.all)
    func keyIsValidForItsOwnAlgorithmOnly(_ key: TestPasskeyKey) {
        for algorithm in PasskeyAlgorithm.allCases {
            #expect(isKey(algorithm, key.publicBytes) == (algorithm.rawValue == key.algorithm))
        }
    }

    @Test(arguments: TestPasskeyKey.all)
    func keyOfAnotherLengthIsRejected(_ key: TestPasskeyKey) throws {
        let algorithm = try #require(PasskeyAlgorithm(rawValue: key.algorithm))
        for count in 0..<key.publicBytes.count { #expect(!isKey(algorithm, key.publicBytes.prefix(count))) }
        for byte in [0, 1] as [UInt8] { #expect(!isKey(algorithm, key.publicBytes + [byte])) }
        // libfido2 accepts this form too; the stored form is unique.
        #expect(!isKey(.es256, [4] + TestPasskeyKey.es256.publicBytes))
    }

    @Test func pointOffTheP256CurveIsRejected() {
        var bytes = Array(TestPasskeyKey.es256.publicBytes)
        bytes[63] ^= 1
        #expect(!isKey(.es256, bytes))
        #expect(!isKey(.es256, [UInt8](repeating: 0, count: 64)))
        #expect(!isKey(.es256, [UInt8](repeating: 0xFF, count: 64)))
    }

    /// Encodings of the eight points of small order, and of two of them by a non-canonical number (RFC 7748 and RFC
    /// 8032).
    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ])
    func pointOfSmallOrderIsRejected(_ hex: String) throws {
        #expect(!isKey(.eddsa, try #require(Data(hex: hex))))
    }

    @Test func pointOffTheEdwardsCurveIsRejected() {
        // y = 2 has no x.
        #expect(!isKey(.eddsa, [2] + [UInt8](repeating: 0, count: 31)))
    }

    @Test(
        arguments: [
            ([0, 0, 0], false), ([0, 0, 1], false), ([0, 0, 3], false), ([0, 0xFF, 0xFF], false),
            ([1, 0, 0], false), ([1, 0, 1], true), ([1, 0, 2], false), ([0xFF, 0xFF, 0xFF], true),
        ] as [([UInt8], Bool)])
    func exponentMustBeOddAndAbove65536(_ exponent: [UInt8], _ isUsed: Bool) {
        #expect(isKey(.rs256, TestPasskeyKey.rs256.publicBytes.prefix(256) + exponent) == isUsed)
    }

    @Test func modulusMustBeOddWith2048Bits() {
        let bytes = Array(TestPasskeyKey.rs256.publicBytes)
        #expect(!isKey(.rs256, [bytes[0] & 0x7F] + bytes[1...]))
        #expect(!isKey(.rs256, bytes[..<255] + [bytes[255] & 0xFE] + bytes[256...]))
        // A key of 512 bits with leading zeros.
        #expect(!isKey(.rs256, [UInt8](repeating: 0, count: 192) + bytes[192...]))
    }
}
