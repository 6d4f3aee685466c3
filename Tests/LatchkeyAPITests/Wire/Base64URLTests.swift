import Foundation
import LatchkeyAPI
import Testing

@Suite struct Base64URLTests {
    private func decode(_ text: String) throws -> [UInt8] {
        try JSONDecoder().decode(Base64URL.self, from: Data("\"\(text)\"".utf8)).bytes
    }

    @Test(arguments: [([], ""), ([0xfb, 0xff], "-_8"), ([0], "AA"), ([1, 2, 3], "AQID")] as [([UInt8], String)])
    func bytesHaveExactlyOneBase64urlEncoding(bytes: [UInt8], text: String) throws {
        #expect(try decode(text) == bytes)
        #expect(try JSONEncoder().encode(Base64URL(bytes)) == Data("\"\(text)\"".utf8))
    }

    @Test(arguments: ["A", "AB", "AA==", "+/8", "A A", "AAAAA", "é"])
    func invalidBase64urlTextIsRejected(text: String) {
        #expect(throws: DecodingError.self) { try decode(text) }
    }
}
