internal import Foundation
internal import LatchkeyConcurrency

/// Signs in by the provider in a browser of this machine (RFC 8252): the address is opened there, and the answer comes
/// back to a port of 127.0.0.1.
struct BrowserSignIn: Sendable {
    /// The path of the redirect URI, as it is registered at the provider: `http://127.0.0.1/sign-in/return`, with any
    /// port.
    static let path = "/sign-in/return"
    /// How long the browser may take.
    static let limit: Duration = .seconds(600)

    /// What the browser shows, and what is to be told.
    struct Pages: Sendable {
        let taken: String
        let refused: String
    }

    let provider: ProviderMetadata
    let clientID: String
    let http: ProviderHTTP
    let pages: Pages
    var asksAgain: AskedAgain?
    var clock: any Clock<Duration> = ContinuousClock()
    var random: @Sendable (Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Returns a new ID token.
    ///
    /// - Parameter open: Called with the address that the browser is to open.
    func idToken(
        open: @escaping @Sendable (_ address: String) async -> Void
    ) async throws(ProviderSignInError) -> String {
        guard let endpoint = provider.authorization else { throw .unreachable }
        let (answers, first) = AsyncStream.makeStream(of: Result<String, ProviderSignInError>.self)
        let door = Door(provider: provider, pages: pages, answer: first)
        let listener = try LoopbackListener { door.answer($0) }
        defer { listener.stop() }
        let attempt = AuthorizationAttempt(
            redirectURI: "http://127.0.0.1:\(listener.port)\(Self.path)", clientID: clientID, asksAgain: asksAgain,
            random: random)
        door.open(for: attempt)
        let timer = Task { [clock] in
            try await clock.sleep(for: Self.limit)
            first.yield(.failure(.expired))
        }
        defer { timer.cancel() }
        await open(attempt.address(at: endpoint))
        let code = try await Self.first(of: answers).get()
        listener.stop()
        return try await attempt.idToken(for: code, at: provider.token, by: http)
    }

    private static func first(
        of answers: AsyncStream<Result<String, ProviderSignInError>>
    ) async -> Result<String, ProviderSignInError> {
        for await answer in answers { return answer }
        return .failure(.cancelled)
    }
}

/// Lets one answer to the attempt in, and refuses anything else.
private final class Door: Sendable {
    private let provider: ProviderMetadata
    private let pages: BrowserSignIn.Pages
    private let first: AsyncStream<Result<String, ProviderSignInError>>.Continuation
    /// The one that waits for its answer.
    private let waiting = LockedValue<AuthorizationAttempt?>(nil)

    init(
        provider: ProviderMetadata, pages: BrowserSignIn.Pages,
        answer first: AsyncStream<Result<String, ProviderSignInError>>.Continuation
    ) {
        (self.provider, self.pages, self.first) = (provider, pages, first)
    }

    func open(for attempt: AuthorizationAttempt) { waiting.withLock { $0 = attempt } }

    func answer(_ target: String) -> LoopbackListener.Answer {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.first.map(String.init) == BrowserSignIn.path else { return refusal("404 Not Found") }
        guard let query = FormFields.decode(parts.count > 1 ? String(parts[1]) : "") else {
            return refusal("400 Bad Request")
        }
        // Who does not know the state has not come from this attempt: the next one may.
        let attempt: AuthorizationAttempt? = waiting.withLock { waiting in
            guard let attempt = waiting, attempt.isAnswered(by: query) else { return nil }
            waiting = nil
            return attempt
        }
        guard let attempt else { return refusal("400 Bad Request") }
        let code = attempt.code(in: query, of: provider)
        first.yield(code)
        guard case .success = code else { return refusal("400 Bad Request") }
        return LoopbackListener.Answer(status: "200 OK", body: Self.page(pages.taken))
    }

    private func refusal(_ status: String) -> LoopbackListener.Answer {
        LoopbackListener.Answer(status: status, body: Self.page(pages.refused))
    }

    private static func page(_ text: String) -> String {
        "<!doctype html><meta charset=\"utf-8\"><title>Latchkey</title><p>\(text)</p>\n"
    }
}
