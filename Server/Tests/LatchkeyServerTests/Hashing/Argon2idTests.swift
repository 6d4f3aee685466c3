import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

@Suite struct Argon2idTests {
    /// Argon2id, version 19, from `src/test.c` of https://github.com/P-H-C/phc-winner-argon2; its memory is given there
    /// as a power of two.
    @Test(arguments: [
        (65536, 2, 1, "password", "somesalt", "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"),
        (256, 2, 1, "password", "somesalt", "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
        (256, 2, 2, "password", "somesalt", "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
        (65536, 2, 1, "password", "diffsalt", "bdf32b05ccc42eb15d58fd19b1f856b113da1e9a5874fdcc544308565aa8141c"),
        (
            65536, 2, 1, "differentpassword", "somesalt",
            "0b84d652cf6b0c4beaef0dfe278ba6a80df6696281d7e0d2891b817d8c458fde"
        ),
    ])
    func publishedVectors(
        _ memoryKiB: Int, _ passes: Int, _ lanes: Int, _ password: String, _ salt: String, _ tag: String
    ) throws {
        let parameters = try #require(
            Argon2Parameters(memoryKiB: memoryKiB, passes: passes, lanes: lanes, saltLength: 8))
        let computed = try Array(password.utf8).withUnsafeBytes { bytes in
            try Argon2id.tag(of: bytes, salt: Array(salt.utf8), parameters: parameters)
        }
        #expect(HexText.encode(computed) == tag)
    }

    @Test func theStandardCostIsOWASPs() {
        let standard = Argon2Parameters.standard
        #expect(standard.memoryKiB == 19456 && standard.passes == 2 && standard.lanes == 1)
        #expect(standard.saltLength == 16 && standard.tagLength == 32)
        #expect(Argon2Parameters(memoryKiB: 19456, passes: 2, lanes: 1) == standard)
    }

    @Test(arguments: [
        (7, 1, 1, 16, 32, false), (8, 1, 1, 16, 32, true), (9, 1, 1, 16, 32, true),
        (31, 1, 4, 16, 32, false), (32, 1, 4, 16, 32, true),
        (262_143, 1, 1, 16, 32, true), (262_144, 1, 1, 16, 32, true), (262_145, 1, 1, 16, 32, false),
        (64, 0, 1, 16, 32, false), (64, 9, 1, 16, 32, true), (64, 10, 1, 16, 32, true), (64, 11, 1, 16, 32, false),
        (64, 1, 0, 16, 32, false), (64, 1, 3, 16, 32, true), (64, 1, 5, 16, 32, false), (64, 1, -1, 16, 32, false),
        (64, 1, 1, 7, 32, false), (64, 1, 1, 8, 32, true), (64, 1, 1, 64, 32, true), (64, 1, 1, 65, 32, false),
        (64, 1, 1, 16, 15, false), (64, 1, 1, 16, 16, true), (64, 1, 1, 16, 64, true), (64, 1, 1, 16, 65, false),
    ])
    func parametersHaveLimits(
        _ memoryKiB: Int, _ passes: Int, _ lanes: Int, _ salt: Int, _ tag: Int, _ isValid: Bool
    ) {
        let parameters = Argon2Parameters(
            memoryKiB: memoryKiB, passes: passes, lanes: lanes, saltLength: salt, tagLength: tag)
        #expect((parameters != nil) == isValid)
    }

    @Test func everyAnswerOfTheLibraryButSuccessIsAnError() {
        #expect(PasscodeHasherError(code: 0) == nil)
        for code in Int32(-40)...(-1) {
            let expected: PasscodeHasherError =
                switch code {
                case -22: .outOfMemory
                case -33: .noThread
                case -17...(-2), -29, -28: .parametersRefused(code: code)
                default: .libraryFailed(code: code)
                }
            #expect(PasscodeHasherError(code: code) == expected)
        }
        #expect(PasscodeHasherError(code: 1) == .libraryFailed(code: 1))
        #expect(PasscodeHasherError(code: .min) == .libraryFailed(code: .min))
    }
}
