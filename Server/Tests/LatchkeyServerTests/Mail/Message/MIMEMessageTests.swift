import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct MIMEMessageTests {
    @Test(
        "ASVS-1.2.1 non-ASCII header text is encoded without line endings",
        arguments: [
            ("Your sign-in link", "Your sign-in link"), ("été", "=?utf-8?B?w6l0w6k=?="),
            ("a\r\nBcc: c@d", "=?utf-8?B?YQ0KQmNjOiBjQGQ=?="),
            ("=?utf-8?B?YQ==?=", "=?utf-8?B?PT91dGYtOD9CP1lRPT0/PQ==?="),
        ])
    func nonASCIIHeaderTextIsEncodedWithoutLineEndings(text: String, expected: String) {
        #expect(EncodedWord.encode(text) == expected)
    }

    @Test func aLongTextIsFoldedIntoWordsOf75Characters() {
        let text = String(repeating: "é€😀", count: 30)
        let words = EncodedWord.encode(text).components(separatedBy: "\r\n ")
        #expect(words.count > 1 && words.allSatisfy { $0.count <= 75 })
        let parts = words.map { $0.dropFirst("=?utf-8?B?".count).dropLast(2) }
        let decoded = parts.compactMap { Data(base64Encoded: String($0)) }.map { String(data: $0, encoding: .utf8) }
        #expect(decoded.compactMap { $0 }.joined() == text)
    }

    @Test(arguments: 55...60)
    func base64PartsRestoreEveryTextInShortASCIILines(length: Int) throws {
        for text in [
            "", "plain\n.\n", "é\r\n\u{0}=", String(repeating: "x", count: length),
            String(repeating: "é", count: length),
        ] {
            let email = OutgoingEmail(
                id: "m1", from: .standard, recipient: "a@b", content: EmailContent(subject: "s", text: text, html: "h"),
                createdAt: Timestamp(milliseconds: 0), failures: 0)
            let message = MIMEMessage(email: email, encoding: .base64).text
            #expect(message.utf8.allSatisfy { $0 < 0x80 })
            #expect(message.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 76 })
            let parts = message.components(separatedBy: "\r\n--latchkey-m1")
            let body = try #require(parts.dropFirst().first?.components(separatedBy: "\r\n\r\n").last)
            let data = try #require(Data(base64Encoded: body.replacing("\r\n", with: "")))
            let lines = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
            #expect(String(decoding: data, as: UTF8.self) == lines)
        }
    }

    @Test(arguments: [
        ("no-reply@localhost", nil, "no-reply@localhost"),
        ("Latchkey <a@b.example>", "Latchkey", "Latchkey <a@b.example>"),
        ("\"Lock, Inc.\" <a@b>", "Lock, Inc.", "\"Lock, Inc.\" <a@b>"),
        ("Lock, Inc. <a@b>", "Lock, Inc.", "\"Lock, Inc.\" <a@b>"),
        ("Société <a@b>", "Société", "=?utf-8?B?U29jacOpdMOp?= <a@b>"),
    ])
    func aSenderIsAnAddressWithAnOptionalName(text: String, name: String?, header: String) throws {
        let sender = try #require(FromAddress(text))
        #expect(sender.name == name && sender.header == header)
    }

    @Test(arguments: [
        "", "nobody", "a@b <c@d", "a@b> <c@d>", "<a@b> x", "A <a@b> <c@d>", "A <a@b\r\nBcc: c@d>",
        "A\r\nBcc: c@d <a@b>",
        "A \"B\" C <a@b>", "A\\ <a@b>", "<a@b>", "A <>", "A <a b@c>", "A <@b>",
    ])
    func anInvalidSenderIsRejected(text: String) {
        #expect(FromAddress(text) == nil)
    }
}
