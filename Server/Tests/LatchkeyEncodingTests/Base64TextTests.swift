import Foundation
import LatchkeyEncoding
import Testing

struct Base64TextTests {
    private static let forms: [Base64Text.Form] = [.padded, .unpadded, .url]

    @Test(arguments: forms)
    func bytesOfEveryLengthSurviveABase64RoundTrip(_ form: Base64Text.Form) {
        for count in 0...66 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
            #expect(Base64Text.decode(Base64Text.encode(bytes, as: form), as: form) == bytes)
        }
    }

    @Test(arguments: forms)
    func decodedTextEncodesToTheOriginalText(_ form: Base64Text.Form) {
        let digits = Array("AQgwz019+/-_= \n".utf8)
        var texts: [[UInt8]] = [[]]
        for _ in 0..<4 { texts += texts.flatMap { text in digits.map { text + [$0] } } }
        for text in texts {
            let text = String(decoding: text, as: UTF8.self)
            guard let bytes = Base64Text.decode(text, as: form) else { continue }
            #expect(Base64Text.encode(bytes, as: form) == text)
        }
    }

    @Test(
        "ASVS-1.1.1 non-canonical text is rejected",
        arguments: [
            ("QQ", .padded), ("QQ=", .padded), ("QQ===", .padded), ("QR==", .padded), ("QUF=", .padded),
            ("====", .padded),
            ("QQ==", .unpadded), ("QR", .unpadded), ("Q", .unpadded), ("-_-_", .unpadded), ("QQ ", .unpadded),
            ("QQ==", .url), ("QR", .url), ("QUF", .url), ("Q", .url), ("+/+/", .url), ("QQ\n", .url),
            ("QUJ\u{212A}", .url),
        ] as [(String, Base64Text.Form)])
    func nonCanonicalTextIsRejected(_ text: String, _ form: Base64Text.Form) {
        #expect(Base64Text.decode(text, as: form) == nil)
    }
}
