import Foundation
import Hummingbird
import LatchkeyAPI
import LatchkeyCore

/// The sign-in methods of the pages.
struct SignInOffer: Sendable {
    var isEmailEnabled = true
    /// The provider's name on its button; nil if pages do not offer the provider.
    var providerName: String?
    /// The provider's issuer, if pages offer it.
    var issuer: String?

    /// The reset method for a forgotten passcode.
    enum Reset {
        case provider, email
        /// No email, and the account is not linked to this provider: only an operator can help.
        case unavailable
    }

    func reset(_ status: AttemptStatus) -> Reset {
        if let issuer, status.identityIssuer == issuer { return .provider }
        return isEmailEnabled ? .email : .unavailable
    }
}

/// The HTML renderer of pages.
struct PageRenderer: Sendable {
    let languages: Languages
    private(set) var home: HomePage
    private(set) var signIn = SignInOffer()
    /// Whether pages offer passkeys.
    private(set) var hasPasskeys = false
    private let templates: TemplateLibrary

    /// Reads and verifies the templates, so that a missing template or text stops the start instead of failing
    /// requests.
    ///
    /// - Parameter version: The version of the assets; see ``AssetLibrary/version``.
    init(
        languages: Languages, home: HomePage = HomePage(url: nil, isDevelopment: false), version: String,
        folder: URL = Resources.folder.appending(path: "Templates")
    ) throws {
        templates = try TemplateLibrary(languages: languages, version: version, folder: folder)
        self.languages = languages
        self.home = home
    }

    /// Returns a renderer with the server's home page, sign-in methods and passkey support.
    func with(_ home: HomePage, _ signIn: SignInOffer = SignInOffer(), hasPasskeys: Bool) -> PageRenderer {
        var renderer = self
        renderer.home = home
        renderer.signIn = signIn
        renderer.hasPasskeys = hasPasskeys
        return renderer
    }

    /// Returns the HTML document.
    ///
    /// - Parameters:
    ///   - language: An available language.
    ///   - next: The page to open after sign-in.
    ///   - isAdministrator: Whether the header has the pages of administrators.
    func html(_ page: Page, in language: String, next: ReturnPath? = nil, isAdministrator: Bool = false) -> String {
        var content = page.content(in: languages[language], languages)
        content["home"] = home.location
        content["showsDesk"] = home.showsDesk
        content["isAdministrator"] = isAdministrator
        content["signsInByEmail"] = signIn.isEmailEnabled
        // Templates isolate it in text from right to left; see ``TemplateTexts``.
        content["provider"] = signIn.providerName.map { TextIsolation.isolated($0, inRightToLeftText: false) }
        content["providerPath"] =
            next?.returning(from: ProviderPageController.path) ?? ProviderPageController.path
        content["resetPath"] =
            next?.returning(from: ProviderPageController.resetPath) ?? ProviderPageController.resetPath
        if case .lock(_, let status) = page {
            let reset = signIn.reset(status)
            content["resetsByProvider"] = reset == .provider
            content["resetsByEmail"] = reset == .email
            content["cannotReset"] = reset == .unavailable
        }
        if hasPasskeys { content.merge(page.passkeyContent) { _, new in new } }
        return templates.render(content, page.template, in: language)
    }

    /// Returns the page that explains a problem, with the problem's status.
    func problemPage(_ error: any Error, _ kind: ProblemType, in language: String) -> APIResponse {
        let page: Page =
            switch kind {
            case .notFound: .notFound
            case _ where error is ProviderOutage: .providerDown
            default: .problem(kind)
            }
        return .html(html(page, in: language), status: .init(code: kind.status))
    }
}
