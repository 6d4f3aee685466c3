import Foundation
import Hummingbird
import LatchkeyAPI
import Mustache

/// How one signs in on the pages.
struct SignInOffer: Sendable {
    var isMailOn = true
    /// Nil where pages do not go to the provider.
    var providerName: String?
    /// Of the provider, if pages go there.
    var issuer: String?

    /// What replaces a passcode that was forgotten.
    enum Reset {
        case provider, mail
        /// No mail does, and the account is no person's of this provider: only an operator can help.
        case nobody
    }

    func reset(_ status: AttemptStatus) -> Reset {
        if let issuer, status.identityIssuer == issuer { return .provider }
        return isMailOn ? .mail : .nobody
    }
}

/// Renders pages as HTML. The templates are read once, for each language.
struct PageRenderer: Sendable {
    let languages: Languages
    private(set) var home: HomePage
    private(set) var signIn = SignInOffer()
    /// Whether pages have passkeys.
    private(set) var hasPasskeys = false
    private let libraries: [String: MustacheLibrary]

    /// Reads and checks the templates, so that a missing or broken template, or a missing text, stops the start and
    /// not a request.
    ///
    /// - Parameter version: Of the assets; see ``AssetLibrary/version``.
    init(
        languages: Languages, home: HomePage = HomePage(url: nil, isDevelopment: false), version: String,
        folder: URL = Resources.folder.appending(path: "Templates")
    ) throws {
        let templates = try PageTemplate.allCases.map { template in
            let file = folder.appending(path: "\(template.rawValue).mustache")
            return (template.rawValue, try String(contentsOf: file, encoding: .utf8))
        }
        self.languages = languages
        self.home = home
        var libraries: [String: MustacheLibrary] = [:]
        for tag in languages.tags {
            let texts = TemplateTexts(tag: tag, texts: languages[tag], version: version)
            var library = MustacheLibrary()
            for (name, text) in templates { try library.register(texts.fill(text), named: name) }
            libraries[tag] = library
        }
        self.libraries = libraries
    }

    /// Returns the renderer of a server with this home page, where one signs in by these ways, and can have passkeys.
    func with(_ home: HomePage, _ signIn: SignInOffer = SignInOffer(), hasPasskeys: Bool) -> PageRenderer {
        var renderer = self
        renderer.home = home
        renderer.signIn = signIn
        renderer.hasPasskeys = hasPasskeys
        return renderer
    }

    /// Returns the whole document, in the standard language if there are no texts in the other.
    ///
    /// - Parameter next: The page to go to after signing in.
    func html(_ page: Page, in language: String, next: ReturnPath? = nil) -> String {
        let tag = libraries[language] == nil ? Languages.standard : language
        var content = page.content(in: languages[tag], languages)
        content["home"] = home.location
        content["showsDesk"] = home.showsDesk
        content["signsInByMail"] = signIn.isMailOn
        content["provider"] = signIn.providerName
        content["providerPath"] =
            next?.returning(from: ProviderPageController.path) ?? ProviderPageController.path
        content["resetPath"] =
            next?.returning(from: ProviderPageController.resetPath) ?? ProviderPageController.resetPath
        if case .lock(_, let status) = page {
            let reset = signIn.reset(status)
            content["resetsByProvider"] = reset == .provider
            content["resetsByMail"] = reset == .mail
            content["resetsByNobody"] = reset == .nobody
        }
        if hasPasskeys { content.merge(page.passkeyContent) { _, new in new } }
        return libraries[tag]?.render(content, withTemplate: page.template.rawValue) ?? ""
    }

    /// Returns the page that explains a problem, with the status of the problem.
    func problemPage(_ error: any Error, _ kind: ProblemType, _ request: Request) -> APIResponse {
        let language = languages.preferred(request.headers[.acceptLanguage])
        let page: Page =
            switch kind {
            case .notFound: .notFound
            case _ where error is ProviderOutage: .providerDown
            default: .problem(kind)
            }
        return .html(html(page, in: language), status: .init(code: kind.status))
    }
}
