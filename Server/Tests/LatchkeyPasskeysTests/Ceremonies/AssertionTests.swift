import Crypto
import Foundation
import PasskeyTestSupport
import Testing

@testable import LatchkeyPasskeys

struct AssertionTests {
    private let ceremony: Ceremony

    init() throws { ceremony = try Ceremony(.assertion) }

    private func assertion(_ key: TestPasskeyKey, counter: UInt32 = 0) throws -> TestPasskey.Assertion {
        try Ceremony.passkey(key).assert(ceremony.challenge.text, counter: counter)
    }

    private func rejected(
        _ response: TestPasskey.Assertion, signature: Data? = nil, by key: PasskeyKey
    ) -> PasskeyError? {
        var response = response
        response.signature = signature ?? response.signature
        return rejection { () throws(PasskeyError) in try ceremony.check(response, by: key) }
    }

    @Test(arguments: TestPasskeyKey.all)
    func validSignatureIsAccepted(_ key: TestPasskeyKey) throws {
        #expect(try ceremony.check(assertion(key, counter: 0xFFFF_FFFF), by: key.stored).counter == 0xFFFF_FFFF)
        #expect(try ceremony.check(assertion(key), by: key.stored).counter == 0)
    }

    @Test(arguments: TestPasskeyKey.all)
    func signatureOfAnotherKeyIsRejected(_ key: TestPasskeyKey) throws {
        #expect(try rejected(assertion(key), by: key.other.stored) == .signature)
        for other in TestPasskeyKey.all where other.algorithm != key.algorithm {
            #expect(try rejected(assertion(key), by: other.stored) == .signature)
        }
    }

    @Test(arguments: TestPasskeyKey.all)
    func signatureCoversAuthenticatorDataAndClientData(_ key: TestPasskeyKey) throws {
        let good = try assertion(key, counter: 5)
        let other = try Ceremony.passkey(key).assert(ceremony.challenge.text, counter: 6) { $0["added"] = "1" }
        let stored = try key.stored
        var (first, second) = (good, good)
        first.clientData = other.clientData
        second.authenticatorData = other.authenticatorData
        #expect(rejected(first, by: stored) == .signature)
        #expect(rejected(second, by: stored) == .signature)
        #expect(rejected(good, signature: other.signature, by: stored) == .signature)
    }

    @Test(arguments: TestPasskeyKey.all)
    func changedSignatureIsRejected(_ key: TestPasskeyKey) throws {
        let good = try assertion(key)
        let stored = try key.stored
        #expect(rejected(good, signature: Data(), by: stored) == .signature)
        for count in 1..<good.signature.count {
            #expect(rejected(good, signature: good.signature.prefix(count), by: stored) == .signature)
        }
        for index in good.signature.indices {
            var bytes = good.signature
            bytes[index] ^= 1
            #expect(rejected(good, signature: bytes, by: stored) == .signature)
        }
        #expect(rejected(good, signature: good.signature + [0], by: stored) == .signature)
        #expect(rejected(good, signature: [0] + good.signature, by: stored) == .signature)
        #expect(rejected(good, signature: Data(repeating: 0, count: good.signature.count), by: stored) == .signature)
        #expect(rejected(good, signature: Data(repeating: 0xFF, count: 70_000), by: stored) == .signature)
    }

    @Test func anES256SignatureIsExactlyOneDERSequence() throws {
        let good = try assertion(.es256)
        let stored = try TestPasskeyKey.es256.stored
        let raw = try P256.Signing.ECDSASignature(derRepresentation: good.signature).rawRepresentation
        #expect(rejected(good, signature: raw, by: stored) == .signature)
        // A length with an unnecessary byte, and an indefinite one.
        let content = good.signature.dropFirst(2)
        let long = Data([0x30, 0x81, UInt8(content.count)]) + content
        #expect(rejected(good, signature: long, by: stored) == .signature)
        #expect(rejected(good, signature: [0x30, 0x80] + content + [0, 0], by: stored) == .signature)
        // r and s of zero, of one, and negative.
        for values in [[0, 0], [0, 1], [1, 0], [1, 1], [0xFF, 0xFF]] as [[UInt8]] {
            let bytes = Data([0x30, 6, 2, 1, values[0], 2, 1, values[1]])
            #expect(rejected(good, signature: bytes, by: stored) == .signature)
        }
    }

    @Test func bothValuesOfSAreValidForES256() throws {
        let good = try assertion(.es256)
        let stored = try TestPasskeyKey.es256.stored
        let order = try #require(Data(hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
        let raw = try P256.Signing.ECDSASignature(derRepresentation: good.signature).rawRepresentation
        var (other, borrow) = (Array(raw), 0)
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(other[32 + index]) - borrow
            other[32 + index] = UInt8(difference & 0xFF)
            borrow = difference < 0 ? 1 : 0
        }
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: other).derRepresentation
        #expect(signature != good.signature && borrow == 0)
        #expect(rejected(good, signature: signature, by: stored) == nil)
        #expect(rejected(good, signature: signature + [0], by: stored) == .signature)
    }

    @Test func edDSASignatureScalarAboveTheGroupOrderIsRejected() throws {
        let good = try assertion(.eddsa)
        let order = try #require(Data(hex: "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"))
        var bytes = Array(good.signature)
        var carry = 0
        for index in 0..<32 {
            let sum = Int(bytes[32 + index]) + Int(order[index]) + carry
            bytes[32 + index] = UInt8(sum & 0xFF)
            carry = sum >> 8
        }
        #expect(carry == 0)
        #expect(try rejected(good, signature: Data(bytes), by: TestPasskeyKey.eddsa.stored) == .signature)
    }

    @Test func aCounterAboveZeroMustIncrease() throws {
        let stored = try TestPasskeyKey.es256.stored
        func rejected(_ new: UInt32, stored counter: UInt32) throws -> PasskeyError? {
            let response = try assertion(.es256, counter: new)
            return rejection { () throws(PasskeyError) in try ceremony.check(response, by: stored, counter: counter) }
        }
        #expect(try rejected(0, stored: 0) == nil)
        #expect(try rejected(1, stored: 0) == nil)
        #expect(try rejected(8, stored: 7) == nil)
        #expect(try rejected(0xFFFF_FFFF, stored: 0xFFFF_FFFE) == nil)
        #expect(try rejected(7, stored: 7) == .counter)
        #expect(try rejected(6, stored: 7) == .counter)
        #expect(try rejected(0, stored: 7) == .counter)
        #expect(try rejected(0, stored: 0xFFFF_FFFF) == .counter)
    }

    @Test func unsignedDataDoesNotIndicateAClone() throws {
        let good = try assertion(.es256, counter: 3)
        let stored = try TestPasskeyKey.es256.other.stored
        #expect(
            rejection { () throws(PasskeyError) in try ceremony.check(good, by: stored, counter: 9) } == .signature)
    }

    @Test func concurrentAssertionsAreVerified() async throws {
        let responses = try TestPasskeyKey.all.map { (try assertion($0), try $0.stored, try $0.other.stored) }
        let ceremony = ceremony
        try await withThrowingTaskGroup { group in
            for _ in 0..<16 {
                group.addTask {
                    for (response, key, other) in responses {
                        for _ in 0..<20 {
                            _ = try ceremony.check(response, by: key)
                            #expect(throws: PasskeyError.signature) { try ceremony.check(response, by: other) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
