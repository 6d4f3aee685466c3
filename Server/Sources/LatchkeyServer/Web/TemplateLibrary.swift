import Foundation
import Mustache
import Synchronization

/// The templates of pages. Those of a language are parsed when its first page is rendered, because parsing those of all
/// languages would take a third of each start.
final class TemplateLibrary: Sendable {
    private let templates: [(name: String, text: String)]
    private let languages: Languages
    private let version: String
    private let parsed = Mutex<[String: MustacheLibrary]>([:])

    /// Reads the templates. Throws if one cannot be read or parsed, or if a language lacks a text.
    init(languages: Languages, version: String, folder: URL) throws {
        templates = try PageTemplate.allCases.map { template in
            let file = folder.appending(path: "\(template.rawValue).mustache")
            return (template.rawValue, try String(contentsOf: file, encoding: .utf8))
        }
        (self.languages, self.version) = (languages, version)
        for tag in languages.tags { _ = try filled(in: tag) }
        // Texts have no other braces than placeholders, so that the others parse, too.
        _ = try library(in: Languages.standard)
    }

    /// Returns the HTML document.
    ///
    /// - Parameter language: An available language.
    func render(_ content: [String: Any], _ template: PageTemplate, in language: String) -> String {
        (try? library(in: language))?.render(content, withTemplate: template.rawValue) ?? ""
    }

    private func library(in language: String) throws -> MustacheLibrary {
        try parsed.withLock { parsed in
            if let library = parsed[language] { return library }
            var library = MustacheLibrary()
            for (name, text) in try filled(in: language) { try library.register(text, named: name) }
            parsed[language] = library
            return library
        }
    }

    /// Returns the templates with the language's texts.
    private func filled(in language: String) throws -> [(name: String, text: String)] {
        let texts = TemplateTexts(tag: language, texts: languages[language], version: version)
        return try templates.map { ($0.name, try texts.fill($0.text)) }
    }
}
