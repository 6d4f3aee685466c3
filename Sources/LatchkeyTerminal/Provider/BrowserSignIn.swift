internal import Foundation
internal import LatchkeyCore
internal import LatchkeyUI

/// A sign-in at the provider in this machine's browser (RFC 8252). The browser opens an address of 127.0.0.1, which
/// redirects it to the provider. The response returns to the same port.
///
/// Other users can see the opened address in a program's arguments. It is single-use and reveals nothing of the request
/// to the provider. The response must come from the browser that used it.
struct BrowserSignIn: Sendable {
    /// The path of the redirect URI as registered at the provider: `http://127.0.0.1/sign-in/return`, with any port.
    static let path = "/sign-in/return"
    /// The time limit for the browser.
    static let limit: Duration = .seconds(600)

    /// The texts of the browser's pages.
    struct Pages: Sendable {
        let taken: String
        let rejected: String
        /// The text if the address was opened before.
        let used: String
        /// The language's tag.
        let language: String
        let isRightToLeft: Bool
    }

    let provider: ProviderMetadata
    let clientID: String
    let http: ProviderHTTP
    let pages: Pages
    var reauthentication: Reauthentication?
    var clock: any Clock<Duration> = ContinuousClock()
    var random: @Sendable (Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Returns a new ID token.
    ///
    /// - Parameter open: Called with the address for the browser to open.
    func idToken(
        open: @escaping @Sendable (_ address: String) async -> Void
    ) async throws(ProviderSignInError) -> String {
        guard let endpoint = provider.authorization else { throw .unreachable }
        let (responses, first) = AsyncStream.makeStream(of: Result<String, ProviderSignInError>.self)
        let door = Door(provider: provider, pages: pages, response: first)
        let listener = try LoopbackListener { door.respond(to: $0) }
        defer { listener.stop() }
        let base = "http://127.0.0.1:\(listener.port)"
        let attempt = AuthorizationAttempt(
            redirectURI: base + Self.path, clientID: clientID, reauthentication: reauthentication, random: random)
        door.open(for: attempt, at: attempt.address(at: endpoint))
        let timer = Task { [clock] in
            try await clock.sleep(for: Self.limit)
            first.yield(.failure(.expired))
        }
        defer { timer.cancel() }
        await open(base + attempt.entry)
        let code = try await Self.first(of: responses).get()
        listener.stop()
        return try await attempt.idToken(for: code, at: provider.token, by: http)
    }

    private static func first(
        of responses: AsyncStream<Result<String, ProviderSignInError>>
    ) async -> Result<String, ProviderSignInError> {
        for await response in responses { return response }
        return .failure(.cancelled)
    }
}

extension BrowserSignIn.Pages {
    init(_ texts: TerminalTexts) {
        self.init(
            taken: texts[.goBackToTerminal], rejected: texts[.signInFailed], used: texts[.signInLinkUsed],
            language: texts.screens.language, isRightToLeft: texts.screens.isRightToLeft)
    }

    /// Returns the page with the text.
    func page(_ text: String) -> String {
        let html = "<html lang=\"\(language)\" dir=\"\(isRightToLeft ? "rtl" : "ltr")\">"
        return "<!doctype html>\(html)<meta charset=\"utf-8\"><title>Latchkey</title><p>\(text)</p>\n"
    }
}

/// The request handler that accepts one response to the attempt and rejects all other requests.
private final class Door: Sendable {
    private let provider: ProviderMetadata
    private let pages: BrowserSignIn.Pages
    private let first: AsyncStream<Result<String, ProviderSignInError>>.Continuation
    private let state = LockedValue(State())

    private struct State: Sendable {
        /// The attempt that waits for its response.
        var waiting: AuthorizationAttempt?
        /// The single-use authorization URL for the browser.
        var address: String?
    }

    private static let cookie = "latchkey-sign-in"

    init(
        provider: ProviderMetadata, pages: BrowserSignIn.Pages,
        response first: AsyncStream<Result<String, ProviderSignInError>>.Continuation
    ) {
        (self.provider, self.pages, self.first) = (provider, pages, first)
    }

    func open(for attempt: AuthorizationAttempt, at address: String) {
        state.withLock { $0 = State(waiting: attempt, address: address) }
    }

    func respond(to request: LoopbackListener.Request) -> LoopbackListener.Response {
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map(String.init)
        guard path == BrowserSignIn.path else { return begin(path ?? "") }
        guard let query = FormFields.decode(parts.count > 1 ? String(parts[1]) : "") else {
            return rejection("400 Bad Request")
        }
        // A request without the state and the cookie is not from this attempt; the next one may be.
        let attempt: AuthorizationAttempt? = state.withLock { state in
            guard let attempt = state.waiting, attempt.matches(query),
                request.cookies[Self.cookie] == attempt.browser
            else { return nil }
            state = State()
            return attempt
        }
        guard let attempt else { return rejection("400 Bad Request") }
        let code = attempt.code(in: query, of: provider)
        first.yield(code)
        guard case .success = code else { return rejection("400 Bad Request") }
        return LoopbackListener.Response(status: "200 OK", body: pages.page(pages.taken))
    }

    /// Redirects the first browser to the provider.
    private func begin(_ path: String) -> LoopbackListener.Response {
        let attempt = state.withLock { $0.waiting }
        guard let attempt, path == attempt.entry else { return rejection("404 Not Found") }
        let address: String? = state.withLock { state in
            defer { state.address = nil }
            return state.address
        }
        guard let address else { return rejection("410 Gone", pages.used) }
        let cookie = "\(Self.cookie)=\(attempt.browser); Path=\(BrowserSignIn.path); HttpOnly; SameSite=Lax"
        return LoopbackListener.Response(
            status: "303 See Other", headers: [("Location", address), ("Set-Cookie", cookie)])
    }

    private func rejection(_ status: String, _ text: String? = nil) -> LoopbackListener.Response {
        LoopbackListener.Response(status: status, body: pages.page(text ?? pages.rejected))
    }
}
