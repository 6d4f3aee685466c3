import LatchkeyEncoding
import Testing

@testable import LatchkeyServer

@Suite struct SecretKeysTests {
    private let text = TestKeys.text

    @Test func keysKeepTheirOrder() throws {
        let keys = try TestKeys.keys(TestKeys.entry("new", fill: 1), TestKeys.entry("old", fill: 2))
        #expect(keys.first.id == "new")
        #expect(keys.all.map(\.id) == ["new", "old"])
    }

    @Test func trailingNewlineIsNotPartOfTheKey() throws {
        #expect(try SecretKeys(parsing: "k1:\(text)\r\n").first.id == "k1")
    }

    @Test(arguments: [
        ("", SecretKeysError.empty),
        (" \n", .empty),
        ("k1", .malformedEntry(position: 1)),
        ("k1:\(TestKeys.text):x", .malformedEntry(position: 1)),
        ("k1:\(TestKeys.text),", .malformedEntry(position: 2)),
        (",k1:\(TestKeys.text)", .malformedEntry(position: 1)),
        (":\(TestKeys.text)", .invalidID(position: 1)),
        ("k.1:\(TestKeys.text)", .invalidID(position: 1)),
        ("k 1:\(TestKeys.text)", .invalidID(position: 1)),
        ("ké:\(TestKeys.text)", .invalidID(position: 1)),
        ("k1:\(TestKeys.text),k1:\(TestKeys.text)", .duplicateID(position: 2)),
        ("k1:", .invalidKey(position: 1)),
        ("k1: \(TestKeys.text)", .invalidKey(position: 1)),
        // The same bytes in other texts: without padding, and with a stray bit in the last character.
        ("k1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", .invalidKey(position: 1)),
        ("k1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=", .invalidKey(position: 1)),
    ])
    func malformedKeyListIsRejected(_ text: String, _ error: SecretKeysError) {
        #expect(throws: error) { try SecretKeys(parsing: text) }
    }

    @Test(arguments: [(31, false), (32, true), (33, false)])
    func aKeyHas32Bytes(_ count: Int, _ isValid: Bool) {
        let text = "k1:\(Base64Text.encode([UInt8](repeating: 7, count: count), as: .padded))"
        #expect(((try? SecretKeys(parsing: text)) != nil) == isValid)
    }

    @Test(arguments: [(0, false), (1, true), (31, true), (32, true), (33, false)])
    func anIDHas1To32Characters(_ count: Int, _ isValid: Bool) {
        let entry = "\(String(repeating: "k", count: count)):\(text)"
        #expect(((try? SecretKeys(parsing: entry)) != nil) == isValid)
    }

    @Test(arguments: [(15, true), (16, true), (17, false)])
    func thereAreAtMost16Keys(_ count: Int, _ isValid: Bool) {
        let list = (0..<count).map { TestKeys.entry("k\($0)", fill: 1) }.joined(separator: ",")
        #expect(((try? SecretKeys(parsing: list)) != nil) == isValid)
    }

    @Test(arguments: [(4095, true), (4096, true), (4097, false)])
    func aKeyListOver4096BytesIsRejected(_ count: Int, _ isValid: Bool) {
        let entry = "k1:\(text)"
        let padded = entry + String(repeating: " ", count: count - entry.utf8.count)
        #expect(((try? SecretKeys(parsing: padded)) != nil) == isValid)
    }

    @Test("V10 key errors are one line without key material")
    func keyErrorsAreOneLineWithoutKeyMaterial() {
        let swapped = "\(text):k1"
        for entry in [swapped, text, "k1:\(text)=", "k1:\(text),k1:\(text)", "k1:\(text)\n,x"] {
            let error = #expect(throws: SecretKeysError.self) { try SecretKeys(parsing: entry) }
            let shown = [error.map(String.init(describing:)), error.map(String.init(reflecting:))].compactMap(\.self)
            for message in shown {
                #expect(!message.isEmpty && !message.contains("AAECAwQF") && !message.contains("\n"))
            }
        }
        let path = SecretKeysError.fileInvalid(path: "/data\n/secret-keys", reason: .empty)
        #expect(path.description == #""/data\n/secret-keys": no secret key is set"#)
    }

    @Test("V10 keys and their containers are redacted when printed")
    func keysAndTheirContainersAreRedactedWhenPrinted() throws {
        let keys = try SecretKeys(parsing: "k1:\(text)")
        let digester = TokenDigester(keys: keys)
        let values: [Any] = [
            keys, keys.first, Sealer(keys: keys), digester, digester.digest("T0KEN", for: "x"),
            try #require(OpaqueToken(String(repeating: "A", count: 43))), try #require(EmailCode("AAAA-AAAA")),
        ]
        for value in values {
            var dumped = ""
            dump([value], to: &dumped)
            for shown in ["\(value)", String(reflecting: value), dumped] {
                #expect(shown.contains("••••••"))
                #expect(!shown.contains("AAA") && !shown.contains("0, 1, 2") && !shown.contains("SymmetricKey"))
            }
        }
    }
}
