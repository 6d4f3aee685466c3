import Foundation
import Hummingbird
import LatchkeyAPI
import Mustache

/// Renders pages as HTML. The templates are read once, for each language.
struct PageRenderer: Sendable {
    /// Why a page cannot be rendered.
    enum Failure: Error, Equatable, Sendable {
        /// The folder of the templates is missing beside the program.
        case templatesMissing
        /// A template is not UTF-8 text.
        case templateUnreadable(String)
        /// A page has no template.
        case unknownTemplate(String)
    }

    let languages: Languages
    let home: HomePage
    private let libraries: [String: MustacheLibrary]

    /// Reads and checks the templates, so that a broken template or a missing text stops the start and not a request.
    init(languages: Languages, home: HomePage) throws {
        let templates = try Self.readTemplates()
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
            throw Failure.unknownTemplate(page.templateName)
        }
        return html
    }

    /// Returns the page that explains a problem, with the status of the problem; nil if it cannot be rendered.
    func problemPage(_ kind: ProblemType, _ request: Request) -> APIResponse? {
        let language = languages.preferred(request.headers[.acceptLanguage])
        guard let html = try? html(kind == .notFound ? .notFound : .problem(kind), in: language) else { return nil }
        return .html(html, status: .init(code: kind.status))
    }

    private static func readTemplates() throws -> [String: String] {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Templates", directoryHint: .isDirectory) else {
            throw Failure.templatesMissing
        }
        var templates: [String: String] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "mustache" {
            let name = file.deletingPathExtension().lastPathComponent
            guard let text = String(data: try Data(contentsOf: file), encoding: .utf8) else {
                throw Failure.templateUnreadable(name)
            }
            templates[name] = text
        }
        guard templates["layout"] != nil else { throw Failure.templatesMissing }
        return templates
    }
}
