import LatchkeyEncoding
import Testing

struct JSONValueTests {
    private func value(_ text: String) -> JSONValue? { StrictJSON.value(of: text.utf8) }

    @Test func everyJSONTypeIsParsed() throws {
        let text = #"{"a":null,"b":[true,false],"c":-2.5e1,"d":"\u00e9\n\ud83d\ude00x","":{}}"#
        let object = try #require(value(text)?.object)
        #expect(object["a"] == .null)
        #expect(object["b"]?.array?.map(\.bool) == [true, false])
        #expect(object["c"]?.number == -25)
        #expect(object["d"]?.string == "é\n😀x")
        #expect(object[""]?.object?.isEmpty == true)
        #expect(object["e"] == nil)
        #expect(object["a"]?.string == nil)
        #expect(!object.isEmpty)
    }

    @Test func numbersParseAsDoublesAndOverflowToInfinity() {
        #expect(value("1700000000")?.number == 1_700_000_000)
        #expect(value("9007199254740993")?.number == 9_007_199_254_740_992)
        #expect(value("999999999999999999")?.number == 1e18)
        #expect(value("12345678901234567890")?.number == 12_345_678_901_234_567_168)
        #expect(value("0.1")?.number == 0.1)
        #expect(value("1E400")?.number == .infinity)
        #expect(value("-1E400")?.number == -.infinity)
    }

    @Test func memberNamesAreComparedByteByByte() throws {
        let object = try #require(value("{\"K\":1,\"\u{E9}\":2,\"e\u{301}\":3}")?.object)
        #expect(object["\u{212A}"] == nil)
        #expect(object["\u{E9}"]?.number == 2)
        #expect(object["e\u{301}"]?.number == 3)
    }

    @Test func exactTextComparisonComparesBytes() {
        #expect("K" == "\u{212A}")
        #expect(!"K".isExactly("\u{212A}"))
        #expect("Kk".isExactly("Kk"))
        #expect("".isExactly(""))
        #expect(!"".isExactly("K"))
        #expect(!"K".isExactly(""))
    }
}
