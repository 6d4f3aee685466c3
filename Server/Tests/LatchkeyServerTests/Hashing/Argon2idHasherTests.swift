import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

@Suite struct Argon2idHasherTests {
    private let salt = [UInt8](1...16)
    private let hasher: Argon2idHasher
    private let passcode: Passcode

    init() throws {
        hasher = Argon2idHasher(parameters: try .forTests)
        passcode = try #require(Passcode("483920"))
    }

    @Test func onlyTheCorrectPasscodeVerifies() throws {
        let hash = try hasher.hash(passcode, salt: salt)
        #expect(try hasher.verify(passcode, against: hash))
        for text in ["483921", "583920", "029384"] {
            #expect(try !hasher.verify(#require(Passcode(text)), against: hash))
        }
    }

    @Test("NIST-3.1.1.2-12 ASVS-6.2.8 the hasher receives the passcode's digits")
    func theHasherReceivesThePasscodesDigits() throws {
        let direct = try Array("483920".utf8).withUnsafeBytes {
            try Argon2id.tag(of: $0, salt: salt, parameters: .forTests)
        }
        #expect(try hasher.hash(passcode, salt: salt).tag == direct)
    }

    @Test("NIST-3.1.1.2-29 a different salt produces a different hash")
    func aDifferentSaltProducesADifferentHash() throws {
        #expect(try hasher.hash(passcode, salt: salt).tag != hasher.hash(passcode, salt: salt.reversed()).tag)
        for count in [0, 15, 17] {
            #expect(throws: PasscodeHasherError.saltLength) {
                try hasher.hash(passcode, salt: [UInt8](repeating: 1, count: count))
            }
        }
    }

    @Test func hashIsVerifiedWithItsOwnCostParameters() throws {
        let costly = try #require(Argon2Parameters(memoryKiB: 64, passes: 3, tagLength: 24))
        let hash = try Argon2idHasher(parameters: costly).hash(passcode, salt: salt)
        #expect(try hasher.verify(passcode, against: hash))
        #expect(hasher.needsRehash(hash))
        #expect(!Argon2idHasher(parameters: costly).needsRehash(hash))
    }

    @Test("V15 NIST-3.1.1.2-28 a tag with one changed bit does not match")
    func aTagWithOneChangedBitDoesNotMatch() throws {
        let hash = try hasher.hash(passcode, salt: salt)
        for index in hash.tag.indices {
            for bit in 0..<8 {
                var tag = hash.tag
                tag[index] ^= 1 << bit
                let changed = try #require(PasscodeHash(parameters: hash.parameters, salt: hash.salt, tag: tag))
                #expect(try !hasher.verify(passcode, against: changed))
            }
        }
    }

    @Test func hashWithTheStandardCostVerifies() throws {
        let standard = Argon2idHasher(parameters: .standard)
        let hash = try standard.hash(passcode, salt: salt)
        #expect(try standard.verify(passcode, against: PasscodeHash(parsing: hash.text)))
        #expect(!standard.needsRehash(hash) && hasher.needsRehash(hash))
    }
}
