import CProcess
import Foundation
import LatchkeyProgram
import Testing

@Suite struct LatchkeyVersionTests {
    @Test func versionHasThreeNumbersAndMatchesTheNewestChangelogRelease() throws {
        #expect(LatchkeyVersion.number.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
        let file = URL(filePath: #filePath).appending(path: "../../../CHANGELOG.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let newest = try #require(text.firstMatch(of: /\n## \[([0-9.]+)\]/))
        #expect(newest.1 == LatchkeyVersion.number)
    }

    @Test func versionIncludesTheCommitOrStatesItIsUnknown() {
        let text = LatchkeyVersion.text(commit: cprocess_commit())
        #expect(text.wholeMatch(of: /[0-9.]+ \(commit (unknown|[0-9a-f]{7,40})\)/) != nil)
        #expect(text.hasPrefix(LatchkeyVersion.number + " "))
        #expect(LatchkeyVersion.text(commit: "") == "\(LatchkeyVersion.number) (commit unknown)")
        #expect(LatchkeyVersion.text(commit: "1b2c3d4e5f60") == "\(LatchkeyVersion.number) (commit 1b2c3d4e5f60)")
    }
}
