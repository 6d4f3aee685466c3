import Testing

@testable import LatchkeyServer

@Suite struct SealerTests {
    private let plaintext = Array("attack at dawn".utf8)

    private func sealer(_ entries: String...) throws -> Sealer {
        try Sealer(keys: SecretKeys(parsing: entries.joined(separator: ",")))
    }

    @Test(arguments: SealPurpose.allCases)
    func sealedRecordsCanBeDecrypted(for purpose: SealPurpose) throws {
        let sealer = try sealer(TestKeys.entry("k1", fill: 1))
        let record = try sealer.seal(plaintext, for: purpose, context: "user-1")
        #expect(try sealer.open(record, for: purpose, context: "user-1") == plaintext)
        #expect(try sealer.open(sealer.seal([], for: purpose, context: ""), for: purpose, context: "") == [])
    }

    /// Generated with Python's `cryptography` 48 from the format's description: RFC 5869, then AES-256-GCM.
    @Test("ASVS-11.3.1 ASVS-11.3.2 the record format is stable")
    func theRecordFormatIsStable() throws {
        let record = "v1.k1.ZGVmZ2hpamtsbW5vIsu9uupI3WfqhdQVvLS5v8fHUFFU5ix+zDb0rEg6"
        #expect(try sealer("k1:\(TestKeys.text)").open(record, for: .passcodeHash, context: "user-1") == plaintext)
    }

    @Test("V7 ASVS-11.3.4 a record reveals nothing and never repeats")
    func aRecordRevealsNothingAndNeverRepeats() throws {
        let sealer = try sealer(TestKeys.entry("k1", fill: 1))
        let one = try sealer.seal(plaintext, for: .emailBody, context: "1")
        let two = try sealer.seal(plaintext, for: .emailBody, context: "1")
        #expect(one != two)
        let box = try SealedRecord(parsing: one).box
        #expect(box.count == 12 + plaintext.count + 16)
        #expect(!box.contains(plaintext))
    }

    @Test("V15 ASVS-9.1.1 ASVS-11.2.5 ASVS-11.3.3 any changed bit is an error")
    func anyChangedBitIsAnError() throws {
        // With the keys j1, k1, c1 … some flips result in the ID of another configured key.
        let ids = ["k1", "j1", "i1", "o1", "c1", "k0", "k3"]
        let sealer = try Sealer(
            keys: SecretKeys(
                parsing: ids.enumerated().map { TestKeys.entry($1, fill: UInt8($0)) }.joined(separator: ",")))
        let record = Array(try sealer.seal(plaintext, for: .passcodeHash, context: "user-1").utf8)
        for index in record.indices {
            for bit in 0..<8 {
                var changed = record
                changed[index] ^= 1 << bit
                let text = String(decoding: changed, as: UTF8.self)
                #expect(throws: SealError.self) { try sealer.open(text, for: .passcodeHash, context: "user-1") }
            }
        }
    }

    @Test("V15 a shortened or extended record is an error")
    func aShortenedOrExtendedRecordIsAnError() throws {
        let sealer = try sealer(TestKeys.entry("k1", fill: 1))
        let record = try sealer.seal(plaintext, for: .passcodeHash, context: "user-1")
        for length in 0..<record.count {
            #expect(throws: SealError.self) {
                try sealer.open(String(record.prefix(length)), for: .passcodeHash, context: "user-1")
            }
        }
        for tail in ["=", "A", "AAAA", ".", "\n", " ", "\0", "\u{301}"] {
            #expect(throws: SealError.self) {
                try sealer.open(record + tail, for: .passcodeHash, context: "user-1")
            }
        }
    }

    @Test("V7 ASVS-11.3.3 a record is invalid in another user's row")
    func aRecordIsInvalidInAnotherUsersRow() throws {
        let sealer = try sealer(TestKeys.entry("k1", fill: 1))
        let record = try sealer.seal(plaintext, for: .passcodeHash, context: "user-1")
        for context in ["user-2", "", "user-1 ", "user-"] {
            #expect(throws: SealError.notAuthentic) { try sealer.open(record, for: .passcodeHash, context: context) }
        }
    }

    @Test("V7 a record is invalid for another purpose")
    func aRecordIsInvalidForAnotherPurpose() throws {
        let sealer = try sealer(TestKeys.entry("k1", fill: 1))
        for purpose in SealPurpose.allCases {
            let record = try sealer.seal(plaintext, for: purpose, context: "user-1")
            for other in SealPurpose.allCases where other != purpose {
                #expect(throws: SealError.notAuthentic) { try sealer.open(record, for: other, context: "user-1") }
            }
        }
    }

    @Test("V7 a record is bound to its key ID")
    func aRecordIsBoundToItsKeyID() throws {
        let sealer = try sealer(TestKeys.entry("k1", fill: 1), TestKeys.entry("k2", fill: 1))
        let record = try sealer.seal(plaintext, for: .keyCheck, context: "")
        #expect(try SealedRecord(parsing: record).keyID == "k1")
        #expect(throws: SealError.notAuthentic) {
            try sealer.open(record.replacing("v1.k1.", with: "v1.k2."), for: .keyCheck, context: "")
        }
    }

    @Test("V7 a new first key encrypts, old records decrypt")
    func aNewFirstKeyEncryptsOldRecordsDecrypt() throws {
        let before = try sealer(TestKeys.entry("old", fill: 1))
        let during = try sealer(TestKeys.entry("new", fill: 2), TestKeys.entry("old", fill: 1))
        let after = try sealer(TestKeys.entry("new", fill: 2))
        let old = try before.seal(plaintext, for: .passcodeHash, context: "user-1")
        #expect(try during.open(old, for: .passcodeHash, context: "user-1") == plaintext)
        let new = try during.seal(plaintext, for: .passcodeHash, context: "user-1")
        #expect(try SealedRecord(parsing: new).keyID == "new")
        #expect(try during.resealed(new, for: .passcodeHash, context: "user-1") == nil)
        #expect(try during.resealed(old, for: .passcodeHash, context: "user-1") != nil)
        #expect(try after.open(new, for: .passcodeHash, context: "user-1") == plaintext)
        #expect(throws: SealError.unknownKey(id: "old")) {
            try after.open(old, for: .passcodeHash, context: "user-1")
        }
    }

    @Test("V7 a wrong key with the right ID fails")
    func aWrongKeyWithTheRightIDFails() throws {
        let record = try sealer(TestKeys.entry("k1", fill: 1)).seal(plaintext, for: .keyCheck, context: "")
        let other = try sealer(TestKeys.entry("k1", fill: 2))
        #expect(throws: SealError.notAuthentic) { try other.open(record, for: .keyCheck, context: "") }
    }

    @Test(arguments: [
        "", ".", "..", "v1", "v1.k1", "v1..AAAA", "v2.k1.AAAA", "v1.k1.AAAA.", "v1.k 1.AAAA", "v1.k1.*",
        "v1.k1." + String(repeating: "A", count: 36),
    ])
    func malformedRecordsAreRejected(_ text: String) throws {
        let sealer = try sealer(TestKeys.entry("k1", fill: 1))
        #expect(throws: SealError.malformed) { try sealer.open(text, for: .keyCheck, context: "") }
        #expect(throws: SealError.malformed) { try SealedRecord(parsing: text) }
    }

    @Test("V15 a record has at most 64 KiB")
    func aRecordHasAtMost64KiB() throws {
        let sealer = try sealer(TestKeys.entry("k1", fill: 1))
        // 65,536 - 6 characters contain 16,382 groups of four: 49,146 bytes, 28 of them nonce and tag.
        let most = 49_118
        for count in [most - 1, most] {
            let bytes = [UInt8](repeating: 9, count: count)
            let record = try sealer.seal(bytes, for: .emailBody, context: "")
            #expect(try sealer.open(record, for: .emailBody, context: "") == bytes)
        }
        for count in [most + 1, 1 << 20] {
            let bytes = [UInt8](repeating: 9, count: count)
            #expect(throws: SealError.tooLong) { try sealer.seal(bytes, for: .emailBody, context: "") }
        }
        let text = { (count: Int) in "v1.k1." + String(repeating: "A", count: count - 6) }
        #expect(throws: SealError.malformed) { try sealer.open(text(65_535), for: .emailBody, context: "") }
        #expect(throws: SealError.malformed) { try sealer.open(text(65_536), for: .emailBody, context: "") }
        #expect(throws: SealError.tooLong) { try sealer.open(text(65_537), for: .emailBody, context: "") }
    }
}
