import Foundation
import HTTPTypes
import LatchkeyEncoding
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyServer

/// Parsers of external or damaged input, with almost valid texts. They must not crash, and must accept only canonical
/// texts.
@Suite struct MutatedTextTests {
    /// `make soak` runs many more.
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_MUTATIONS"].flatMap(Int.init) ?? 400

    /// Bytes with and without a meaning for parsers.
    private static let special =
        Array("$,.=-_:;[]{}%\"'@/\\ \t\r\n\0+0129AZaz".utf8) + [0x7F, 0x80, 0xC3, 0xA9, 0xCC, 0x81, 0xFF]

    @Test("V15 ASVS-1.4.1 accepted PHC strings are canonical and within limits")
    func acceptedPHCStringsAreCanonicalAndWithinLimits() throws {
        let salt = "c29tZXNhbHRzb21lc2FsdA"
        let tag = "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
        let seeds = [
            "$argon2id$v=19$m=19456,t=2,p=1$\(salt)$\(tag)", "$sha256-argon2id$v=19$m=8,t=1,p=1$c2FsdA$\(salt)$\(tag)",
        ]
        try forEachMutation(of: seeds) { text in
            guard let hash = try? PasscodeHash(parsing: text) else { return false }
            #expect(hash.text == text)
            #expect(Argon2Limits.passes.contains(hash.parameters.passes))
            #expect(Argon2Limits.memoryKiB.contains(hash.parameters.memoryKiB))
            return true
        }
    }

    @Test("V15 an altered sealed record is rejected")
    func anAlteredSealedRecordIsRejected() throws {
        let sealer = Sealer(keys: try TestKeys.keys(TestKeys.entry("k1", fill: 1)))
        let record = try sealer.seal(Array("secret".utf8), for: .emailBody, context: "c")
        try forEachMutation(of: [record], mustAccept: false) { text in
            guard let opened = try? sealer.open(text, for: .emailBody, context: "c") else { return false }
            #expect(text == record && opened == Array("secret".utf8))
            return true
        }
    }

    @Test("V5 an accepted code has eight characters of the alphabet")
    func anAcceptedCodeHasEightCharactersOfTheAlphabet() throws {
        try forEachMutation(of: ["K7QF-2M9X", "k7qf 2m9x", "OIL0-1ABC"]) { text in
            guard let code = EmailCode(text) else { return false }
            #expect(code.canonical.utf8.count == 8)
            #expect(code.canonical.allSatisfy { "0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains($0) }, "\(text)")
            #expect(EmailCode(code.text)?.canonical == code.canonical)
            return true
        }
        let token = OpaqueToken.make(from: SystemRandomSource()).text
        try forEachMutation(of: [token]) { text in
            guard let token = OpaqueToken(text) else { return false }
            #expect(token.text == text)
            return true
        }
    }

    @Test("V11 an accepted forwarded address has only address characters")
    func anAcceptedForwardedAddressHasOnlyAddressCharacters() throws {
        let seeds = ["192.0.2.1", "198.51.100.7, 192.0.2.1:80", "[2001:db8::1]:443", "2001:db8::1,::1"]
        try forEachMutation(of: seeds) { text in
            var fields = HTTPFields()
            fields[.xForwardedFor] = text
            guard let address = ClientAddress(trustedProxies: 1).of(fields, connection: nil) else { return false }
            #expect(address.allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }, "\(text)")
            return true
        }
    }

    @Test("V12 cookie values have no separators or leading spaces")
    func cookieValuesHaveNoSeparatorsOrLeadingSpaces() throws {
        try forEachMutation(of: ["\(SessionCookie.name)=abc", "a=b; \(SessionCookie.name)=abc; c=d"]) { text in
            var fields = HTTPFields()
            fields[.cookie] = text
            guard let value = SessionCookie.value(in: fields) else { return false }
            #expect(!value.utf8.contains(UInt8(ascii: ";")), "\(text)")
            return true
        }
    }

    @Test(
        "V12 a combining mark hides no cookie",
        arguments: ["a=b;\u{301}c=d; NAME=abc", "NAME=abc;\u{301}c=d", "NAME=abc;\u{200D}", "a=\u{301};NAME=abc"])
    func aCombiningMarkHidesNoCookie(_ text: String) {
        var fields = HTTPFields()
        fields[.cookie] = text.replacing("NAME", with: SessionCookie.name)
        #expect(SessionCookie.value(in: fields) == "abc")
    }

    @Test("ASVS-1.5.3 accepted JSON is valid for Foundation")
    func acceptedJSONIsValidForFoundation() throws {
        let texts = [#"{"email":"a@b.test","x":[1,-2.5e+3,null],"y":{"z":"\u00e9\ud83d\ude00"}}"#, #"[true,"\n",{}]"#]
        try forEachMutation(of: texts) { text in
            guard StrictJSON.accepts(Data(text.utf8)) else { return false }
            // A number out of range is valid JSON, but Foundation cannot represent it.
            let isShort = !text.contains(/[0-9][eE][+-]?[0-9]{3}|[0-9]{19}/)
            let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(value != nil || !isShort, "\(text)")
            return true
        }
    }

    @Test func anAcceptedReturnPathStaysOnThisSite() throws {
        try forEachMutation(of: ["next=/tickets?page=2", "again&next=/a/b", "next=%2Factivity"]) { text in
            guard let path = ReturnPath(query: text)?.path else { return false }
            #expect(path.hasPrefix("/") && !path.hasPrefix("//") && !path.hasPrefix("/\\"), "\(text)")
            #expect(path.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text)")
            return true
        }
    }

    @Test func addressesNumbersAndLinesAreParsedOrRejected() throws {
        try forEachMutation(of: ["ann@example.com"]) { text in
            guard let address = EmailAddress(text) else { return false }
            // Stored without white space; parsing it again changes nothing.
            #expect(EmailAddress(address.text)?.text == address.text, "\(text)")
            #expect(address.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text)")
            return true
        }
        try forEachMutation(of: ["\(PasscodeFile.header)\na@b.c,\(LegacyDigestTests.hash),\"s\"\n"]) { text in
            guard let entries = try? PasscodeFile.read(Data(text.utf8)) else { return false }
            #expect(entries.allSatisfy { $0.email.contains("@") && !$0.digest.salt.isEmpty })
            return true
        }
    }

    /// - Parameters:
    ///   - seeds: Valid texts.
    ///   - mustAccept: Whether some mutations must be accepted, so that the test is not vacuous.
    ///   - accepts: Returns whether the text was accepted.
    private func forEachMutation(
        of seeds: [String], mustAccept: Bool = true, _ accepts: (String) throws -> Bool
    ) throws {
        var random = SeededGenerator(seed: 7)
        var accepted = 0
        for seed in seeds {
            #expect(try accepts(seed), "\(seed)")
            for _ in 0..<Self.rounds where try accepts(mutate(seed, &random)) { accepted += 1 }
        }
        #expect(accepted > 0 || !mustAccept)
    }

    private func mutate(_ text: String, _ random: inout SeededGenerator) -> String {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let byte = Self.special.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes.insert(byte, at: place)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2 where place < bytes.count: bytes[place] = byte
            case 3 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 4: bytes.insert(contentsOf: bytes[place...], at: place)
            case 5: bytes.append(contentsOf: [UInt8](repeating: byte, count: Int.random(in: 0...600, using: &random)))
            default: break
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
