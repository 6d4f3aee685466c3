import Foundation
import LatchkeyCore
import Testing

struct PreferredLanguagesTests {
    @Test(arguments: [
        ([:], []), (["LANG": "C", "LANGUAGE": "fr"], []), (["LC_ALL": "POSIX", "LANG": "fr", "LANGUAGE": "fr"], []),
        (["LANG": "fr_FR.UTF-8"], ["fr_FR.UTF-8"]), (["LANG": "fr", "LC_ALL": ""], ["fr"]),
        (["LANG": "fr", "LC_MESSAGES": "nl"], ["nl"]), (["LANG": "fr", "LC_MESSAGES": "nl", "LC_ALL": "pl"], ["pl"]),
        (["LANG": "en_US.UTF-8", "LANGUAGE": "ro:fr"], ["ro", "fr", "en_US.UTF-8"]), (["LANG": "C.UTF-8"], []),
    ])
    func environmentVariablesDetermineTheLanguages(environment: [String: String], languages: [String]) {
        #expect(PreferredLanguages.named(in: environment) == languages)
    }

    @Test func allTextsUseTheseLanguages() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL
        let readers = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter {
            guard $0.hasSuffix(".swift") else { return false }
            return try String(contentsOf: sources.appending(path: $0), encoding: .utf8)
                .contains("Locale.preferredLanguages")
        }
        #expect(readers == ["LatchkeyCore/Text/PreferredLanguages.swift"])
    }

    #if !canImport(Darwin)
    @Test func currentLanguagesAreThoseOfTheProcess() {
        let environment = ProcessInfo.processInfo.environment
        #expect(PreferredLanguages.current == PreferredLanguages.named(in: environment))
    }
    #endif
}
