import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct PasscodeFileTests {
    private static let hash = LegacyDigestTests.hash
    private static let header = "email,passcode_hash,passcode_salt\n"

    private func read(_ text: String) throws(PasscodeImportError) -> [PasscodeFile.Entry] {
        try PasscodeFile.read(Data(text.utf8))
    }

    @Test(arguments: [
        "\(header)Ann@example.com,\(hash),c2FsdA==", "\(header)ann@example.com,\(hash),c2FsdA==\n\n",
        "\u{FEFF}\(header)ann@example.com,\(hash.uppercased()),c2FsdA==\n",
        "Email,Passcode_Hash,passcode_salt\r\nann@example.com,\(hash),c2FsdA==\r\n",
        "\(header)\"ann@example.com\",\"\(hash)\",\"c2FsdA==\"\n",
    ])
    func csvLinesAcceptUsualQuotesAndLineEndings(text: String) throws {
        let entries = try read(text)
        #expect(entries.map(\.email) == ["ann@example.com"])
        #expect(entries.map(\.line) == [2])
        #expect(entries.first?.digest.salt == Array("c2FsdA==".utf8))
    }

    @Test func saltMayContainCommasAndQuotes() throws {
        let entries = try read(Self.header + "ann@example.com,\(Self.hash),\"a,\"\"b\"")
        #expect(entries.first?.digest.salt == Array("a,\"b".utf8))
    }

    @Test func errorsNameAllMalformedLinesWithoutTheirContent() throws {
        let good = "@example.com,\(Self.hash),s\n"
        let text =
            Self.header + "a" + good + "hunter2\n" + "b" + good + "no-address,\(Self.hash),s\n"
            + "c@example.com,hunter2,s\n" + "d@example.com,\(Self.hash),\n" + "\n" + "A" + good
            + "e@example.com,\"\(Self.hash)\"x,s\n" + "f@example.com,\(Self.hash),s,\n"
            + "g@example.com,\(Self.hash),\"s\n"
        let error = try #require(throws: PasscodeImportError.self) { try read(text) }
        guard case .rejected(let rejections) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(rejections.map(\.line) == [3, 5, 6, 7, 9, 10, 11, 12])
        #expect(rejections.first { $0.line == 9 }?.reason == "the address is already in line 2")
        #expect(!error.description.contains("hunter2") && !error.description.contains(Self.hash))
        #expect(error.description.hasSuffix("Nothing was imported."))
    }

    @Test(arguments: [
        Data(), Data("ann@example.com,\(hash),s".utf8), Data("email;passcode_hash;passcode_salt\n".utf8),
        Data([0xFF, 0xFE]) + Data(header.utf8),
    ])
    func aFileWithoutHeaderOrInAnotherEncodingIsRejected(data: Data) {
        #expect {
            try PasscodeFile.read(data)
        } throws: { error in
            if case .some(.unreadable) = error as? PasscodeImportError { true } else { false }
        }
    }
}
