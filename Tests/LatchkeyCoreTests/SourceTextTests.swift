import Foundation
import Testing

/// Texts for users are only in the files of texts, and each error has one.
struct SourceTextTests {
    @Test(arguments: ["LatchkeyLinux", "LatchkeySession", "LatchkeyTerminal", "LatchkeyUI"])
    func codeContainsNoTextsForUsers(module: String) throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/\(module)").standardizedFileURL
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            // The texts of exit statuses in the manual page, and previews, are in English.
            let isExempt = $0.contains(#/Text(\+\w+)?\.swift$|ExitStatus\.swift$|Preview/#)
            return $0.hasSuffix(".swift") && !isExempt
        }
        #expect(files.count > 10)
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for line in text.split(separator: "\n") where !line.contains(#/^\s*\/\//#) {
                // Options of other programs, the list of logind, and failures of calls, which no user sees.
                let isForPrograms = line.contains(#/"scope", |vimOptions = |"Inhibit", |(Keyring|System)Failure\(/#)
                let isHelp = line.contains(#/\b(abstract|discussion|help): /#)
                let hasWords = line.contains(#/"[^"]*\p{L}{2,} \p{Ll}{2,} \p{Ll}+[^"]*"/#)
                #expect(isHelp || isForPrograms || !hasWords, "\(file): \(line)")
                // Also a single word.
                let view = #/\b(Text|Label|Button|Toggle|Picker|Section|alert|\w+Title)\((verbatim: )?"[^"]*\p{L}/#
                #expect(!line.contains(view), "\(file): \(line)")
            }
        }
    }

    @Test func everyPublicErrorHasADescription() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let (error, conformance) = (
            #/public (?:enum|struct) (\w+): .*Error\b/#,
            #/(?:extension (?:\w+\.)*|enum |struct )(\w+): .*\b(?:LocalizedError|CustomStringConvertible)/#
        )
        var (errors, described): (Set<Substring>, Set<Substring>) = ([], [])
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for line in text.split(separator: "\n") {
                if let found = line.firstMatch(of: error) { errors.insert(found.1) }
                if let found = line.firstMatch(of: conformance) { described.insert(found.1) }
            }
        }
        #expect(errors.count > 20 && errors.isSubset(of: described), "\(errors.subtracting(described))")
    }
}
