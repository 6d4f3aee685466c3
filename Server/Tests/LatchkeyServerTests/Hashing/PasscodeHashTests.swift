import LatchkeyEncoding
import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

@Suite struct PasscodeHashTests {
    private static let salt = "c29tZXNhbHRzb21lc2FsdA"
    private static let tag = "/DO3gTkjHTS3Fia9YkXB1y76GQrWBcPYFmpyrc7fosI"

    private static func text(
        _ cost: String = "m=65536,t=2,p=1", head: String = "$argon2id$v=19$", salt: String = salt, tag: String = tag
    ) -> String {
        "\(head)\(cost)$\(salt)$\(tag)"
    }

    private static func base64(_ count: Int) -> String {
        Base64Text.encode([UInt8](repeating: 3, count: count), as: .unpadded)
    }

    /// The first tag of `Argon2idTests`, as PHC text.
    @Test("NIST-3.1.1.2-31 a published text survives a round trip")
    func aPublishedTextSurvivesARoundTrip() throws {
        let hash = try PasscodeHash(parsing: Self.text())
        #expect(hash.text == Self.text())
        #expect(hash.salt == Array("somesaltsomesalt".utf8))
        #expect(hash.parameters == Argon2Parameters(memoryKiB: 65536, passes: 2))
        #expect(HexText.encode(hash.tag) == "fc33b78139231d34b71626bd6245c1d72efa190ad605c3d8166a72adcedfa2c2")
    }

    @Test("NIST-3.1.1.2-30 the hasher's output can be parsed")
    func theHashersOutputCanBeParsed() throws {
        let passcode = try #require(Passcode("483920"))
        let hash = try Argon2idHasher(parameters: .forTests).hash(passcode, salt: [UInt8](0..<16))
        let read = try PasscodeHash(parsing: hash.text)
        #expect(read.text == hash.text && read.tag == hash.tag && read.parameters == hash.parameters)
    }

    @Test(
        "V15 only Argon2id version 19 is accepted",
        arguments: [
            "$argon2i$v=19$", "$argon2d$v=19$", "$Argon2id$v=19$", "$argon2id$v=16$", "$argon2id$v=019$",
            "$argon2id$v=20$",
            "$argon2id$19$", "$2b$v=19$", "$$v=19$", "$argon2id $v=19$",
        ])
    func onlyArgon2idVersion19IsAccepted(_ head: String) {
        #expect(throws: PasscodeHashError.unsupportedAlgorithm) { try PasscodeHash(parsing: Self.text(head: head)) }
    }

    @Test(
        "V15 a verifier has one canonical text",
        arguments: [
            "", "$", "argon2id", String(text().dropFirst()), " " + text(), text() + " ", text() + "\n",
            text() + "\0", text() + "=", text() + "$", text() + "\u{301}", text(head: "$argon2id$"),
            text("m=065536,t=2,p=1"), text("m=65536,t=02,p=1"), text("m=+65536,t=2,p=1"), text("m=65536,t=2,p=-1"),
            text("m=65536,t=2"), text("m=65536,t=2,p=1,x=1"), text("t=2,m=65536,p=1"), text("m=65536,t=2,p=1,"),
            text("m=,t=2,p=1"), text("m=65536,m=65536,p=1"), text("m=65536, t=2,p=1"), text("M=65536,t=2,p=1"),
            text("m=٦٥٥٣٦,t=2,p=1"), text("m=0,t=2,p=1"), text("m=65536,t=2,p=1,keyid=AA"),
            text("m=99999999999,t=2,p=1"), text("m=99999999999999999999999,t=2,p=1"),
            text(salt: salt + "=="), text(salt: salt.dropLast() + "B"), text(salt: salt.dropLast() + "-"),
            text(tag: String(tag.dropLast())),
            text(tag: String(tag.dropLast()) + "J"), text(tag: tag + "="),
        ])
    func aVerifierHasOneCanonicalText(_ text: String) {
        #expect(throws: PasscodeHashError.malformed) { try PasscodeHash(parsing: text) }
    }

    @Test(
        "V15 stored parameters are limited",
        arguments: [
            (text("m=7,t=2,p=1"), false), (text("m=8,t=2,p=1"), true), (text("m=9,t=2,p=1"), true),
            (text("m=262143,t=2,p=1"), true), (text("m=262144,t=2,p=1"), true), (text("m=262145,t=2,p=1"), false),
            (text("m=4294967295,t=2,p=1"), false), (text("m=4294967296,t=2,p=1"), false),
            (text("m=9999999999,t=2,p=1"), false),
            (text("m=64,t=9,p=1"), true), (text("m=64,t=10,p=1"), true), (text("m=64,t=11,p=1"), false),
            (text("m=64,t=2,p=1"), true), (text("m=64,t=2,p=2"), false),
            (text(salt: ""), false), (text(salt: base64(15)), false), (text(salt: base64(16)), true),
            (text(salt: base64(17)), false),
            (text(tag: base64(15)), false), (text(tag: base64(16)), true), (text(tag: base64(17)), true),
            (text(tag: base64(63)), true), (text(tag: base64(64)), true), (text(tag: base64(65)), false),
        ])
    func storedParametersAreLimited(_ text: String, _ isAccepted: Bool) {
        if isAccepted {
            #expect(throws: Never.self) { try PasscodeHash(parsing: text) }
        } else {
            #expect(throws: PasscodeHashError.overLimit) { try PasscodeHash(parsing: text) }
        }
    }

    @Test("V15 a long text is not parsed", arguments: [(511, false), (512, false), (513, true)])
    func aLongTextIsNotParsed(_ count: Int, _ isTooLong: Bool) {
        let text = Self.text() + String(repeating: "A", count: count - Self.text().utf8.count)
        let error = #expect(throws: PasscodeHashError.self) { try PasscodeHash(parsing: text) }
        #expect((error == .tooLong) == isTooLong)
    }

    @Test func hashWithInconsistentLengthsIsRejected() {
        let parameters = Argon2Parameters.standard
        let make = { (salt: Int, tag: Int) in
            PasscodeHash(
                parameters: parameters, salt: [UInt8](repeating: 0, count: salt), tag: [UInt8](repeating: 0, count: tag)
            )
        }
        #expect(make(16, 32) != nil)
        for (salt, tag) in [(15, 32), (17, 32), (16, 31), (16, 33)] {
            #expect(make(salt, tag) == nil)
        }
    }

    @Test("V10 a verifier redacts itself")
    func aVerifierRedactsItself() throws {
        let hash = try PasscodeHash(parsing: Self.text())
        var dumped = ""
        dump([hash], to: &dumped)
        for shown in ["\(hash)", String(reflecting: hash), dumped] {
            #expect(shown.contains("••••••"))
            #expect(!shown.contains("CTFh") && !shown.contains("c29t") && !shown.contains("115"))
        }
    }
}
