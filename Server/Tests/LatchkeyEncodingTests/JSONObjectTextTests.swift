import Foundation
import Testing

@testable import LatchkeyEncoding

@Suite struct JSONObjectTextTests {
    @Test func valuesBecomeMembersAndNilValuesAreOmitted() {
        var inner = JSONObjectText()
        inner.add("a", "b")
        var text = JSONObjectText()
        #expect(text.bytes == Array("{}".utf8))
        text.add("text", "ä")
        text.add("none", nil as String?)
        text.add("number", Int64.min)
        text.add("none", nil as Int64?)
        text.add("yes", true)
        text.add("no", false)
        text.add("none", nil as Bool?)
        text.add("object", inner)
        text.add("none", nil as JSONObjectText?)
        let expected = #"{"text":"ä","number":-9223372036854775808,"yes":true,"no":false,"object":{"a":"b"}}"#
        #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
    }

    @Test func encodedTextPreservesEveryCharacter() throws {
        for scalar in (0...0x2100).compactMap(Unicode.Scalar.init) + ["\u{FFFF}", "\u{10FFFF}", "😀"] {
            let value = "a\(scalar)b"
            var text = JSONObjectText()
            text.add("value", value)
            let read = try #require(StrictJSON.value(of: text.bytes)?.object)
            let string = try #require(read["value"]?.string)
            #expect(string.unicodeScalars.elementsEqual(value.unicodeScalars), "\(scalar.value)")
            #expect(try JSONDecoder().decode([String: String].self, from: Data(text.bytes)) == ["value": value])
        }
    }
}
