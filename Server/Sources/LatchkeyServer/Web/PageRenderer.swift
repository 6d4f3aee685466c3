import Foundation
import Hummingbird
import LatchkeyAPI
import Mustache

/// Renders pages as HTML. The templates are read once, for each language.
struct PageRenderer: Sendable {
    /// A page has no template.
    struct UnknownTemplate: Error {
        let name: String
    }

    let languages: Languages
    let home: HomePage
    private let libraries: [String: MustacheLibrary]

    /// Reads and checks the templates, so that a broken template or a missing text stops the start and not a request.
    init(languages: Languages, home: HomePage) throws {
        let templates = try Resources.files(in: "Templates").filter { $0.pathExtension == "mustache" }.map { file in
            (file.deletingPathExtension().lastPathComponent, try String(contentsOf: file, encoding: .utf8))
        }
        self.languages = languages
        self.home = home
        var libraries: [String: MustacheLibrary] = [:]
        for tag in languages.tags {
            let texts = TemplateTexts(tag: tag, texts: languages[tag])
            var library = MustacheLibrary()
            for (name, text) in templates { try library.register(texts.fill(text), named: name) }
            libraries[tag] = library
        }
        self.libraries = libraries
    }

    /// Returns the whole document, in the standard language if there are no texts in the other.
    func html(_ page: Page, in language: String) throws -> String {
        let tag = libraries[language] == nil ? Languages.standard : language
        var content = page.content(in: languages[tag], languages)
        content["home"] = home.location
        content["showsDesk"] = home.showsDesk
        guard let html = libraries[tag]?.render(content, withTemplate: page.templateName) else {
            throw UnknownTemplate(name: page.templateName)
        }
        return html
    }

    /// Returns the page that explains a problem, with the status of the problem; nil if it cannot be rendered.
    func problemPage(_ kind: ProblemType, _ request: Request) -> APIResponse? {
        let language = languages.preferred(request.headers[.acceptLanguage])
        guard let html = try? html(kind == .notFound ? .notFound : .problem(kind), in: language) else { return nil }
        return .html(html, status: .init(code: kind.status))
    }
}
