import Foundation
import LatchkeyAPI
import LatchkeyCore
import LatchkeyTestSupport
import Testing

@testable import LatchkeyServer

/// Sentences are only in the language files, and each file has all of them.
@Suite struct TextFileTests {
    private static let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/LatchkeyServer")
        .standardizedFileURL

    private static func files(_ folder: String, _ type: String) throws -> [(name: String, text: String)] {
        let folder = sources.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).map { folder.appending(path: $0) }
            .filter { $0.pathExtension == type }.map { file in
                (file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
            }
    }

    /// Returns the texts by key, such as `pages.lock.title`. Plural forms are one text with a count.
    private static func texts(_ tag: String) throws -> TranslationContract.Texts {
        let file = sources.appending(path: "Language/Texts/\(tag).json")
        var plain: [String: String] = [:]
        var counted: [String: [PluralCategory: String]] = [:]
        func walk(_ value: Any, _ path: [String]) {
            let key = path.joined(separator: ".")
            if let members = value as? [String: Any] {
                if let forms = forms(members) { return counted[key] = forms }
                for (name, member) in members { walk(member, path + [name]) }
            } else if let members = value as? [Any] {
                for (index, member) in members.enumerated() { walk(member, path + [String(index)]) }
            } else {
                plain[key] = value as? String ?? ""
            }
        }
        walk(try JSONSerialization.jsonObject(with: Data(contentsOf: file)), [])
        return TranslationContract.Texts(language: tag, plain: plain, counted: counted)
    }

    /// Returns the members as plural forms, if they are.
    private static func forms(_ members: [String: Any]) -> [PluralCategory: String]? {
        let forms = members.compactMap { name, text in
            PluralCategory(rawValue: name).map { ($0, text as? String ?? "") }
        }
        return forms.count == members.count && members["other"] != nil
            ? Dictionary(uniqueKeysWithValues: forms) : nil
    }

    @Test func allLanguagesTranslateTheSameTextsAndPlaceholders() throws {
        let english = try Self.texts("en")
        #expect(english.plain.count > 300 && english.counted.count >= 5)
        for tag in try Languages().tags {
            let texts = try Self.texts(tag)
            let same = (Self.sameAsInEnglish[tag] ?? []).union(Self.productNames)
            let words = Self.names.union(Self.sharedWords[tag] ?? [])
            try TranslationContract(texts, english: english, sharedWords: words) { same.contains($0) }.verify()
            for (key, text) in texts.plain { #expect(!text.contains("<") && !text.contains("{{"), "\(tag) \(key)") }
        }
    }

    /// All but a name with a generation.
    private static let productNames = (0..<14).filter { $0 != 5 }.map { "desk.devices.\($0).name" }

    /// Texts that are the same in English, by language.
    private static let sameAsInEnglish: [String: Set<String>] = [
        "de": [
            "pages.person.title", "pages.security.passkeys", "pages.security.passkeyName", "scripts.browser",
            "scripts.roles.administrator", "scripts.team.optional",
        ],
        "es": ["language.utc"],
        "fr": ["language.utc", "pages.header.pages", "pages.log.act"],
        "it": ["language.utc", "pages.security.account", "scripts.browser"],
        "nl": ["language.utc", "pages.security.passkeys", "pages.security.account", "scripts.browser"],
        "pl": ["language.utc", "scripts.roles.administrator"],
        "pt-BR": ["language.utc"],
    ]

    /// Names of headers, formats and settings, which no language translates.
    private static let names: Set<String> = ["allow", "application", "javascript", "json", "name"]

    /// Words that a language spells as English does.
    private static let sharedWords: [String: Set<String>] = [
        "de": [
            "administrator", "browser", "code", "codes", "link", "links", "passkey", "passkeys", "problem", "server",
            "status", "still", "team",
        ],
        "es": ["uses"],
        "fr": [
            "action", "active", "change", "code", "codes", "dates", "invitation", "minutes", "moment", "page", "pages",
            "session", "sessions", "site", "suspension",
        ],
        "it": ["account", "browser", "data", "email", "link", "passkey", "provider", "server", "state", "team"],
        "nl": [
            "account", "accounts", "browser", "code", "codes", "contact", "letters", "link", "links", "mailbox", "open",
            "origin", "passkey", "passkeys", "provider", "server", "site", "status", "team",
        ],
        "pl": ["administrator", "data", "link", "origin", "problem", "same"],
        "pt-BR": ["continue", "data", "ignore", "link", "links", "site"],
    ]

    @Test func templatesContainNoSentences() throws {
        for (name, text) in try Self.files("Web/Templates", "mustache") + Self.files("Mail/MailTemplates", "mustache") {
            let bare = text.replacing(#/\{\{!.*?\}\}/#.dotMatchesNewlines(), with: "")
                .replacing(#/\[\[.*?\]\]/#, with: "").replacing(#/\{\{\$layout\}\}[^{]*/#, with: "")
                .replacing(#/\{?\{\{.*?\}\}\}?/#, with: "")
            for attribute in bare.matches(of: #/(?:aria-label|placeholder|alt|title)="([^"]*)"/#) {
                #expect(attribute.1.isEmpty || attribute.1 == "XXXX-XXXX", "\(name): \(attribute.1)")
            }
            let words = bare.replacing(#/<[^>]*>/#, with: " ").matches(of: #/\p{L}+/#).map { String($0.output) }
            #expect(Set(words).isSubset(of: ["Latchkey"]), "\(name): \(words)")
        }
    }

    @Test func scriptsContainNoSentencesAndOnlyExistingTexts() throws {
        let texts = try Self.texts("en")
        let keys = Array(texts.plain.keys) + texts.counted.keys
        let functions = try #require(try Self.files("Web/Assets", "js").first { $0.name == "messages.js" }).text
            .matches(of: #/\n  ([A-Za-z]+): \(/#).map { String($0.1) }
        #expect(functions.contains("countdown"))
        for (name, text) in try Self.files("Web/Assets", "js") {
            let code = text.replacing(#/\/\*.*?\*\//#.dotMatchesNewlines(), with: "").replacing(
                #/(?m)^\s*\/\/.*$/#, with: "")
            for literal in code.matches(of: #/'([^'\n]*)'|`([^`]*)`/#) {
                let words = String(literal.1 ?? literal.2 ?? "")
                let isSentence = words.contains(
                    #/^\p{Lu}\p{Ll}+[ .,:!?…]\s*(\p{Ll}|$)|\p{Ll}{2,} \p{Ll}+ \p{Ll}+ \p{Ll}+/#)
                #expect(!isSentence, "\(name): \(words)")
            }
            // Also single words.
            let shown = #/\b(?:textContent|innerText|ariaLabel|title|placeholder)\b['"]?(?: = |, )['"`]\p{L}|\balert\(/#
            #expect(!code.contains(shown), "\(name)")
            for use in code.matches(of: #/\b(?:texts|messages)\.([A-Za-z]+(?:\.[A-Za-z]+)?)/#) {
                let key = "scripts." + use.1
                let isThere = keys.contains { $0 == key || $0.hasPrefix(key + ".") }
                #expect(isThere || functions.contains(String(use.1)) || use.1 == "js", "\(name): \(use.1)")
            }
        }
    }

    @Test(arguments: ["Web", "Mail", "Language"])
    func codeAddsNoSentencesToPagesAndEmails(folder: String) throws {
        for (name, text) in try Self.files(folder, "swift") {
            for line in text.split(separator: "\n") where !line.contains(#/^\s*\/\//#) {
                // Texts for operators and app developers are in English: settings, email errors, and problems.
                let isForOperators =
                    line.contains(#/reason: |rule = |must be |logger|log\.run\(|warning\(|invalidRequest\(/#)
                    || line.contains(#/export const|"email not sent"/#)
                let isError = ["EmailTransportConfiguration.swift", "EmailTransport.swift"].contains(name)
                #expect(
                    isForOperators || isError || !line.contains(#/"[^"]*\p{L}{2,} \p{Ll}{2,} \p{Ll}+[^"]*"/#),
                    "\(name): \(line)")
            }
        }
    }

    @Test func everyTextOfThePagesIsUsed() throws {
        let templates = try Self.files("Web/Templates", "mustache").map(\.text).joined()
        for key in try Self.texts("en").plain.keys where key.hasPrefix("pages.") {
            #expect(templates.contains("[[" + key.dropFirst("pages.".count)), "\(key)")
        }
    }

    @Test(arguments: try Languages().tags)
    func everyProblemTicketEventActAndStateHasTexts(tag: String) throws {
        let texts = try Languages()[tag]
        #expect(Set(texts.problems.keys) == Set(ProblemType.allCases.map(\.rawValue)))
        #expect(Set(texts.desk.statuses.keys) == Set(RepairTicket.Status.allCases.map(\.rawValue)))
        #expect(Set(texts.emails.events.keys) == Set(NoticeKind.allCases.map(\.rawValue)))
        #expect(texts.desk.devices.count >= RepairTicket.sampleCount)
        let keys = try Self.texts(tag).plain.keys
        let names = { (part: String) in
            Set(keys.filter { $0.hasPrefix("scripts.\(part).") }.map { $0.split(separator: ".").last ?? "" })
        }
        #expect(names("administration") == Set(AdministrationAct.allCases.map { $0.rawValue[...] }))
        #expect(names("personStates") == Set(AccountState.allCases.map { $0.rawValue[...] }))
    }

    @Test func frenchTypographyIsCorrect() throws {
        for (key, text) in try Self.texts("fr").plain where !key.hasPrefix("language.") {
            #expect(!text.contains("'") && !text.contains("\""), "\(key)")
            #expect(!text.contains(#/(^|[^\u{A0}\u{202F}])[:;!?»]/#), "\(key): \(text)")
            #expect(!text.contains(#/«[^\u{A0}\u{202F}]/#), "\(key): \(text)")
            // Between a number and its noun: not in "30 ou 60", "0 à 9", "iPhone 13 mini" and "R1 bloqué".
            #expect(!text.contains(#/\b\d+ (?!ou |à |mini)\p{Ll}/#), "\(key): \(text)")
        }
    }
}
