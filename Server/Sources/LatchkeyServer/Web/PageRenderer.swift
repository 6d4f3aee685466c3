import Foundation
import Mustache

/// Turns pages into HTML. The templates are read once.
struct PageRenderer: Sendable {
    /// Why there is no page.
    enum Failure: Error, Equatable, Sendable {
        /// The folder with the templates is not beside the program.
        case templatesMissing
        /// A template is not UTF-8 text.
        case templateUnreadable(String)
        /// A page has no template.
        case unknownTemplate(String)
    }

    private let library: MustacheLibrary

    /// Reads and checks the templates, so that a broken one stops the start and not a request.
    init() throws {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Templates", directoryHint: .isDirectory) else {
            throw Failure.templatesMissing
        }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var library = MustacheLibrary()
        for file in files where file.pathExtension == "mustache" {
            let name = file.deletingPathExtension().lastPathComponent
            guard let text = String(data: try Data(contentsOf: file), encoding: .utf8) else {
                throw Failure.templateUnreadable(name)
            }
            try library.register(text, named: name)
        }
        guard library.getTemplate(named: "layout") != nil else { throw Failure.templatesMissing }
        self.library = library
    }

    /// Returns the whole document.
    func html(_ page: Page) throws -> String {
        guard let html = library.render(page.content, withTemplate: page.templateName) else {
            throw Failure.unknownTemplate(page.templateName)
        }
        return html
    }
}
