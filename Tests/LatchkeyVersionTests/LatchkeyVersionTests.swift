import Foundation
import LatchkeyVersion
import Testing

@Suite struct LatchkeyVersionTests {
    @Test("the version is three numbers, which the changelog's newest release has")
    func changelog() throws {
        #expect(LatchkeyVersion.number.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
        let file = URL(filePath: #filePath).appending(path: "../../../CHANGELOG.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let newest = try #require(text.firstMatch(of: /\n## \[([0-9.]+)\]/))
        #expect(newest.1 == LatchkeyVersion.number)
    }

    @Test("the commit is said with the version, or that it is not known")
    func commit() {
        #expect(LatchkeyVersion.text.wholeMatch(of: /[0-9.]+ \(commit (unknown|[0-9a-f]{7,40})\)/) != nil)
        #expect(LatchkeyVersion.text.hasPrefix(LatchkeyVersion.number + " "))
    }
}
