import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct MIMEMessageTests {
    @Test(
        "a header's text beyond printable ASCII is encoded, so that no line end gets through",
        arguments: [
            ("Your sign-in link", "Your sign-in link"), ("été", "=?utf-8?B?w6l0w6k=?="),
            ("a\r\nBcc: c@d", "=?utf-8?B?YQ0KQmNjOiBjQGQ=?="),
            ("=?utf-8?B?YQ==?=", "=?utf-8?B?PT91dGYtOD9CP1lRPT0/PQ==?="),
        ])
    func encodedWords(text: String, expected: String) {
        #expect(EncodedWord.encode(text) == expected)
    }

    @Test("a long text is folded into words of 75 characters that hold whole characters")
    func longWords() {
        let text = String(repeating: "é€😀", count: 30)
        let words = EncodedWord.encode(text).components(separatedBy: "\r\n ")
        #expect(words.count > 1 && words.allSatisfy { $0.count <= 75 })
        let parts = words.map { $0.dropFirst("=?utf-8?B?".count).dropLast(2) }
        let decoded = parts.compactMap { Data(base64Encoded: String($0)) }.map { String(data: $0, encoding: .utf8) }
        #expect(decoded.compactMap { $0 }.joined() == text)
    }

    @Test(
        "quoted-printable keeps ASCII readable, and encodes the rest, equals signs and spaces at the end",
        arguments: [
            ("plain text", "plain text"), ("a=b", "a=3Db"), ("é", "=C3=A9"), ("end \nnext\t", "end=20\nnext=09"),
            ("\u{0}\r", "=00=0D"), ("", ""),
        ])
    func quotedPrintable(text: String, expected: String) {
        #expect(QuotedPrintable.encode(text) == expected)
    }

    @Test("quoted-printable breaks lines at 76 characters, never inside a code", arguments: 70...80)
    func quotedPrintableLines(length: Int) {
        for text in [
            String(repeating: "x", count: length), String(repeating: "x", count: length - 1) + "é",
            String(repeating: "é", count: length),
        ] {
            let lines = QuotedPrintable.encode(text).components(separatedBy: "\n")
            #expect(lines.allSatisfy { $0.count <= 76 })
            #expect(lines.dropLast().allSatisfy { $0.hasSuffix("=") })
            let joined = lines.enumerated().map { $0 < lines.count - 1 ? String($1.dropLast()) : $1 }.joined()
            #expect(joined.replacing("=", with: "%").removingPercentEncoding == text)
        }
    }

    @Test(
        "a sender is an address, with or without a name",
        arguments: [
            ("no-reply@localhost", nil, "no-reply@localhost"),
            ("Latchkey <a@b.example>", "Latchkey", "Latchkey <a@b.example>"),
            ("\"Lock, Inc.\" <a@b>", "Lock, Inc.", "\"Lock, Inc.\" <a@b>"),
            ("Lock, Inc. <a@b>", "Lock, Inc.", "\"Lock, Inc.\" <a@b>"),
            ("Société <a@b>", "Société", "=?utf-8?B?U29jacOpdMOp?= <a@b>"),
        ])
    func senders(text: String, name: String?, header: String) throws {
        let sender = try #require(MailSender(text))
        #expect(sender.name == name && sender.header == header)
    }

    @Test(
        "what is no sender is refused",
        arguments: [
            "", "nobody", "a@b <c@d", "a@b> <c@d>", "<a@b> x", "A <a@b> <c@d>", "A <a@b\r\nBcc: c@d>",
            "A\r\nBcc: c@d <a@b>",
            "A \"B\" C <a@b>", "A\\ <a@b>", "<a@b>", "A <>", "A <a b@c>", "A <@b>",
        ])
    func wrongSenders(text: String) {
        #expect(MailSender(text) == nil)
    }
}
