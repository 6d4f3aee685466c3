import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct AssetTests {
    private let assets: AssetLibrary

    init() throws { assets = try AssetLibrary() }

    @Test func everyAssetReferencedByAPageExists() throws {
        let renderer = try PageRenderer()
        for page in PageSamples.all() {
            let names = renderer.html(page).matches(of: #/"\/assets\/([^"]*)"/#).map { String($0.1) }
            #expect(names.contains("\(assets.version)/latchkey.css"), "\(page.template)")
            for name in names { #expect(assets.asset(at: name) != nil, "\(page.template): \(name)") }
        }
    }

    @Test func everyImportedModuleExistsWithTheImportedNames() throws {
        for name in assets.names where name.hasSuffix(".js") {
            for match in try text(name).matches(of: #/import\s*\{([^}]*)\}\s*from '\.\/([^']*)'/#) {
                let imported = try text(String(match.2))
                for part in match.1.split(separator: ",") {
                    let export = part.trimmingCharacters(in: .whitespacesAndNewlines)
                    let declaration = try Regex("export (async function|function|class|const) \(export)\\b")
                    #expect(imported.contains(declaration), "\(name): \(export)")
                }
            }
        }
    }

    @Test func everyModuleIsUsed() throws {
        let renderer = try PageRenderer()
        let used = try PageSamples.all().map(renderer.html).joined() + assets.names.map { try text($0) }.joined()
        for name in assets.names where !name.contains("/") { #expect(used.contains("/\(name)"), "\(name)") }
    }

    @Test(
        """
        V12 NIST-5.1-16 ASVS-1.3.2 ASVS-3.2.2 ASVS-3.6.1 ASVS-14.2.3 ASVS-14.3.3 scripts and styles stay on this \
        site, without eval
        """)
    func assetsStayWithinThePolicy() throws {
        for name in assets.names {
            let text = try text(name).replacing("http://www.w3.org/2000/svg", with: "")
            #expect(!text.contains(#/https?:|data:image|@import|url\(/#), "\(name)")
            #expect(!text.contains(#/innerHTML|outerHTML|insertAdjacentHTML|\.style\b/#), "\(name)")
            #expect(!text.contains(#/\beval\(|new Function/#), "\(name)")
            #expect(!text.contains(#/indexedDB|caches\./#), "\(name)")
            // Checks whether the browser stores cookies; the session's is inaccessible.
            #expect(!text.contains("document.cookie") || name.split(separator: "/").last == "api.js", "\(name)")
            // Stores the requested page during a redirect to the provider.
            #expect(!text.contains("sessionStorage") || name.split(separator: "/").last == "paths.js", "\(name)")
        }
    }

    @Test func stylesNameNoPhysicalSide() throws {
        for name in assets.names where name.hasSuffix(".css") || name == "en/guard.js" {
            let sides = try text(name).matches(of: #/\b(?:left|right)\b[\w-]*\s*:|:\s*(?:left|right)\s*[;}]/#)
            #expect(sides.isEmpty, "\(name): \(sides.map(\.output))")
        }
    }

    @Test("V12 scripts store only empty flags in localStorage")
    func scriptsStoreOnlyEmptyFlagsInLocalStorage() throws {
        let keeper = "passkey-memory.js"
        for name in assets.names where try text(name).contains("localStorage") {
            #expect(name.split(separator: "/").last ?? "" == keeper, "\(name)")
        }
        let writes = try text(keeper).matches(of: #/localStorage\.setItem\(([^)]*)\)/#).map { String($0.1) }
        #expect(writes == ["this.#name, ''"])
    }

    @Test("ASVS-13.4.7 another version of an asset is not served")
    func anotherVersionOfAnAssetIsNotServed() throws {
        #expect(try AssetLibrary().version == assets.version && assets.version.count == 16)
        #expect(assets.asset(at: "\(assets.version)/latchkey.css") != nil)
        for path in [
            "latchkey.css", "/latchkey.css", "0123456789abcdef/latchkey.css", "\(assets.version)/../latchkey.css",
        ] {
            #expect(assets.asset(at: path) == nil, "\(path)")
        }
    }

    @Test("ASVS-4.1.1 ASVS-5.3.2 ASVS-13.4.1 ASVS-13.4.7 only known assets are served")
    func onlyKnownAssetsAreServed() {
        #expect(assets.asset(named: "latchkey.css")?.contentType == "text/css; charset=utf-8")
        #expect(assets.asset(named: "api.js")?.contentType == "text/javascript; charset=utf-8")
        #expect(assets.asset(named: "latchkey.svg")?.contentType == "image/svg+xml")
        for name in ["", ".", "..", "../Templates/layout.mustache", "/latchkey.css", "./latchkey.css", "%2e%2e/x"] {
            #expect(assets.asset(named: name) == nil)
        }
    }

    @Test func everyActivityKindHasATextInEveryLanguage() throws {
        for tag in PageSamples.languages.tags {
            let texts = try text("\(tag)/texts.js")
            for kind in ActivityKind.allCases { #expect(texts.contains("\"\(kind.rawValue)\":\""), "\(tag) \(kind)") }
        }
    }

    @Test(arguments: AssetLibrary.embeddedScripts)
    func embeddedScriptIsStandaloneAndTranslatedIntoEveryLanguage(name: String) throws {
        #expect(assets.asset(named: name + ".js") == nil)
        for tag in PageSamples.languages.tags {
            let script = try text("\(tag)/\(name).js")
            #expect(!script.contains(name.uppercased() + "_") && !script.contains(#/\bimport\b/#))
            #expect(script.contains(#"const texts = { \#(name): {""#), "\(tag)")
            #expect(script.contains("lang: '\(tag)'"))
            for use in script.matches(of: #/texts\.[a-z]+\.([A-Za-z]+)/#) {
                #expect(script.contains("\"\(use.1)\":\""), "\(tag): \(use.1)")
            }
        }
        #expect(try text("en/\(name).js") != text("fr/\(name).js"))
    }

    @Test func everyScriptIsServedInEveryLanguage() throws {
        for name in assets.names where name.hasSuffix(".js") && !name.contains("/") {
            for tag in PageSamples.languages.tags {
                let isSame = try text("\(tag)/\(name)") == text(name)
                #expect(isSame || name == "texts.js", "\(tag)/\(name)")
            }
        }
        #expect(try text("en/texts.js") == text("texts.js") && text("fr/texts.js") != text("texts.js"))
        #expect(assets.asset(named: "xx/lock.js") == nil && assets.asset(named: "en/latchkey.css") == nil)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try #require(assets.asset(named: name)).bytes, as: UTF8.self)
    }
}
