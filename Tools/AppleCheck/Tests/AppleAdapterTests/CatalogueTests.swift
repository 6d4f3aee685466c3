import Foundation
import LatchkeyUI
import Testing

/// The declarations of the template and the library: string catalogues, which only Xcode compiles, Info.plist and
/// privacy manifests.
@Suite struct CatalogueTests {
    private static let example = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../Examples/Welcome").standardizedFileURL

    private struct Catalogue: Decodable {
        struct Entry: Decodable { let localizations: [String: Localization] }
        struct Localization: Decodable { let stringUnit: Unit }
        struct Unit: Decodable { let state, value: String }
        let sourceLanguage: String
        let strings: [String: Entry]

        init(_ name: String) throws {
            let file = CatalogueTests.example.appending(path: "Welcome/Resources/\(name).xcstrings")
            self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
        }
    }

    @Test(arguments: ["Localizable", "InfoPlist"]) func everyTextIsTranslatedIntoEveryLanguage(_ name: String) throws {
        let catalogue = try Catalogue(name)
        #expect(catalogue.sourceLanguage == "en" && !catalogue.strings.isEmpty)
        for (key, entry) in catalogue.strings {
            #expect(entry.localizations.keys.sorted() == ScreenTexts.all.map(\.language).sorted(), "\(key)")
            let english = entry.localizations["en"]?.stringUnit.value
            for (language, text) in entry.localizations {
                #expect(text.stringUnit.state == "translated" && !text.stringUnit.value.isEmpty, "\(key) \(language)")
                #expect(language == "en" || text.stringUnit.value != english, "\(key) \(language)")
            }
        }
    }

    @Test func textCatalogueMatchesTheTextsInTheSources() throws {
        let sources = Self.example.appending(path: "Welcome")
        var used: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where file.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            // Literals that SwiftUI and Foundation look up.
            let calls = text.matches(of: /(?:Text|TextField|Button|NavigationLink|NSLocalizedString)\("([^"]*)"/)
            used.formUnion(calls.map { String($0.output.1) })
        }
        #expect(try used == Set(Catalogue("Localizable").strings.keys))
    }

    @Test func infoPlistTextsMatchTheCatalogue() throws {
        let data = try Data(contentsOf: Self.example.appending(path: "Info.plist"))
        let plist = try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        for (key, entry) in try Catalogue("InfoPlist").strings {
            #expect(plist[key] as? String == entry.localizations["en"]?.stringUnit.value, "\(key)")
        }
        #expect(plist["NSFaceIDUsageDescription"] is String)
    }

    /// The calls for which App Store Connect requires a reason: developer.apple.com/documentation/bundleresources,
    /// "Describing use of required reason API".
    private static let askedAbout: [(category: String, calls: String)] = [
        ("FileTimestamp", #"\bf?l?stat(at)?\(|getattrlist|(creation|[mM]odification)Date|attributesOfItem"#),
        ("SystemBootTime", #"mach_absolute_time|\.systemUptime"#),
        ("DiskSpace", #"\bf?statv?fs|volume(Available|Total)Capacity|system(Free)?Size"#),
        ("ActiveKeyboards", "activeInputModes"),
        ("UserDefaults", "UserDefaults|AppStorage"),
    ]

    /// An app's manifest does not cover a library:
    /// <https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api>.
    @Test(
        "MASVS-PRIVACY-1 privacy manifests declare the APIs the library uses",
        arguments: [
            "Welcome/Resources/PrivacyInfo.xcprivacy",
            "../../Sources/LatchkeySecureStorage/Apple/PrivacyInfo.xcprivacy",
        ])
    func privacyManifestsDeclareTheAPIsTheLibraryUses(_ file: String) throws {
        let data = try Data(contentsOf: Self.example.appending(path: file).standardizedFileURL)
        let plist = try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        #expect(plist["NSPrivacyTracking"] as? Bool == false)
        let types = try #require(plist["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        let declared = types.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }
        let sources = Self.example.appending(path: "../../Sources").standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let texts = try files.compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" && !$0.path.contains("/LatchkeyTerminal/") }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        #expect(!texts.isEmpty)
        let called = Self.askedAbout.filter { each in
            texts.contains { $0.range(of: each.calls, options: .regularExpression) != nil }
        }
        #expect(declared.sorted() == called.map { "NSPrivacyAccessedAPICategory\($0.category)" }.sorted())
    }
}
