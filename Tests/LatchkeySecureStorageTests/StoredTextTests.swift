import Foundation
import Testing

@testable import LatchkeySecureStorage

/// Decoding of texts that an older app stored without this library.
@Suite struct StoredTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("\"quoted\"", "quoted"), ("true", "true"), ("007", "007"), ("c2FsdA==", "c2FsdA=="),
        ("\"half", "\"half"), ("", ""),
    ])
    func plainAndQuotedTextsAreDecoded(stored: String, text: String) throws {
        #expect(try SecretCoding.decode(StoredText.self, from: Data(stored.utf8)).text == text)
    }

    @Test(arguments: ["plain", "\"half", "007", "true", "", "C:\\folder"])
    func decodedTextReadsTheSameAfterSavingAgain(stored: String) throws {
        let text = try SecretCoding.decode(StoredText.self, from: Data(stored.utf8)).text
        let again = try SecretCoding.encode(text)
        #expect(try SecretCoding.decode(StoredText.self, from: again).text == text)
        #expect(try SecretCoding.decode(String.self, from: again) == text)
    }

    @Test func storedTextIsNotPrinted() throws {
        let text = try #require(StoredText(bytes: Data("token".utf8)))
        var dumped = ""
        dump(text, to: &dumped)
        #expect("\(text)" == "StoredText(••••••)" && !dumped.contains("token"))
    }

    @Test func invalidUTF8IsRejected() {
        #expect(throws: SecureStorageError.decodingFailed(type: "StoredText")) {
            try SecretCoding.decode(StoredText.self, from: Data([0xFF, 0xFE]))
        }
    }

    @Test func onlyStoredTextIsDecodedLeniently() {
        #expect(throws: SecureStorageError.decodingFailed(type: "String")) {
            try SecretCoding.decode(String.self, from: Data("plain".utf8))
        }
    }
}
