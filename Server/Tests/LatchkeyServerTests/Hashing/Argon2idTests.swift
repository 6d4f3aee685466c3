import Foundation
import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

@Suite struct Argon2idTests {
    /// By the reference implementation (https://github.com/P-H-C/phc-winner-argon2, 20171227): `printf %s PASSWORD |
    /// argon2 SALT -id -r -k MEMORY -t PASSES -p 1 -l LENGTH`.
    @Test(
        "NIST-3.1.1.2-27 ASVS-11.2.1 tags equal those of the reference implementation",
        arguments: [
            (
                65536, 2, "password", "somesaltsomesalt",
                "fc33b78139231d34b71626bd6245c1d72efa190ad605c3d8166a72adcedfa2c2"
            ),
            (
                256, 2, "password", "somesaltsomesalt",
                "cab746b4621993fdc91ec50787980b414a90a692f0bc68dfe19f9c25b3cba9ec"
            ),
            (
                19456, 2, "483920", "somesaltsomesalt",
                "4f3db58102dfa237db18699ed8b623e2040d1935fa3b598194ddb1a89acc75cc"
            ),
            (
                7168, 5, "483920", "somesaltsomesalt",
                "8bfd7dad6bd8dad9d786f0879a70b38fd6014ad4f1d0481ff1fd1c882e7f5ea3"
            ),
            (
                65536, 2, "password", "diffsaltdiffsalt",
                "c22e7f0935f83ed7a0163bfd4f09a2014b94c9aa19dc681e7e781170dcfd1659"
            ),
            (8, 1, "password", "somesaltsomesalt", "89392f335e96a6c82a9c3722d738671e"),
            (
                1024, 10, "password", "somesaltsomesalt",
                "c796c483e63845290fde96dfeffb28b4678f39769b9522aee8ac8a6984662540"
                    + "fb6044ce9c9008664f995b6b0660b64c8ec09e5d78413dca6742aebf81a0ab0b"
            ),
        ])
    func tagsEqualThoseOfTheReferenceImplementation(
        _ memoryKiB: Int, _ passes: Int, _ password: String, _ salt: String, _ tag: String
    ) throws {
        let parameters = try #require(
            Argon2Parameters(memoryKiB: memoryKiB, passes: passes, tagLength: tag.utf8.count / 2))
        let computed = try Array(password.utf8).withUnsafeBytes { bytes in
            try Argon2id.tag(of: bytes, salt: Array(salt.utf8), parameters: parameters)
        }
        #expect(HexText.encode(computed) == tag)
    }

    @Test("NIST-3.1.1.2-25 ASVS-11.4.2 the standard cost is OWASP's")
    func theStandardCostIsOWASPs() {
        let standard = Argon2Parameters.standard
        #expect(standard.memoryKiB == 7168 && standard.passes == 5 && standard.tagLength == 32)
        #expect(Argon2Parameters(memoryKiB: 7168, passes: 5) == standard)
    }

    @Test(arguments: [
        (7, 1, 32, false), (8, 1, 32, true), (9, 1, 32, true),
        (262_143, 1, 32, true), (262_144, 1, 32, true), (262_145, 1, 32, false),
        (64, 0, 32, false), (64, 9, 32, true), (64, 10, 32, true), (64, 11, 32, false),
        (64, 1, 15, false), (64, 1, 16, true), (64, 1, 64, true), (64, 1, 65, false),
    ])
    func parametersOutOfRangeAreRejected(_ memoryKiB: Int, _ passes: Int, _ tag: Int, _ isValid: Bool) {
        let parameters = Argon2Parameters(memoryKiB: memoryKiB, passes: passes, tagLength: tag)
        #expect((parameters != nil) == isValid)
    }

    @Test func inputRejectedByLibsodiumThrowsAnError() throws {
        for count in [0, 15, 17] {
            #expect(throws: PasscodeHasherError.saltLength) {
                try Array("password".utf8).withUnsafeBytes { bytes in
                    try Argon2id.tag(of: bytes, salt: [UInt8](repeating: 1, count: count), parameters: .standard)
                }
            }
        }
        #expect(PasscodeHasherError(code: ENOMEM) == .outOfMemory)
        #expect(PasscodeHasherError(code: EINVAL) == .parametersRejected)
        #expect(PasscodeHasherError(code: EFBIG) == .parametersRejected)
        for code in [0, EPERM, EAGAIN] { #expect(PasscodeHasherError(code: code) == .libraryFailed(code: code)) }
    }
}
