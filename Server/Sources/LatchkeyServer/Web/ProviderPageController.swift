import HTTPTypes
import Hummingbird
import LatchkeyAPI
import LatchkeyIdentity

/// Endpoints for the redirect to the team's provider and back, for sign-in and passcode reset. They exist only if
/// `LATCHKEY_IDENTITY_CLIENT_ID` is set.
struct ProviderPageController: Sendable {
    static let path = "/sign-in/provider"
    static let resetPath = "/reset-passcode/provider"
    /// The only redirect URI, for sign-in and reset.
    private static let returnPath = path + "/return"
    private static let resetPage = "/reset-passcode?provider"

    let tokens: ProviderTokens
    let signIn: ProviderSignIn
    let reset: ProviderReset
    let sealer: Sealer
    let publicAddress: PublicAddress
    let exchanges: ProviderExchangeLimiter

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.path, isActivity: false, .anonymous(goOut)),
            Endpoint(.get, Self.resetPath, isActivity: false, .open(goOutToReset)),
            Endpoint(.get, Self.returnPath, isActivity: false, .open(comeBack)),
        ]
    }

    private func goOut(_ request: APIRequest) async throws -> APIResponse {
        try await send(request, toReset: nil)
    }

    /// Redirects to the provider to reset the passcode of the session's account. Other sites cannot start this, because
    /// the cookie is strict.
    private func goOutToReset(_ request: APIRequest, _ session: Authentication?) async throws -> APIResponse {
        guard let account = session?.caller.account else { return .redirect(to: "/sign-in") }
        return try await send(request, toReset: account.id)
    }

    private func send(_ request: APIRequest, toReset account: String?) async throws -> APIResponse {
        let next = ReturnPath(query: request.rawQuery)
        // Another site must not start a session in this browser or use its attempts.
        guard RequestOrigin.isOwnNavigation(request.head.headers) else {
            let page = account == nil ? "/sign-in" : "/lock"
            return .redirect(to: next?.returning(from: page) ?? page)
        }
        guard let url = publicAddress.url else { throw Problem.temporarilyUnavailable() }
        // A reset requires a new login: a session at the provider may belong to someone else at this browser.
        let sent = try await tokens.logging { () async throws(IdentityError) in
            try await tokens.client.authorizationRequest(
                redirectURI: url.origin + Self.returnPath, maxAge: account == nil ? nil : .zero)
        }
        let cookie = ProviderCookie(
            sent.attempt, toReset: account, next: next, timeZone: Input.knownTimeZone(query: request.rawQuery))
        var response = APIResponse.redirect(to: sent.url)
        response.cookie = try cookie.sealed(by: sealer)
        for ended in ProviderCookie.endedToBeginAnother(in: request.head.headers, by: sealer) {
            response.headers.append(HTTPField(name: .setCookie, value: ended.description))
        }
        return response
    }

    private func comeBack(_ request: APIRequest) async throws -> APIResponse {
        guard let state = try? request.queryValue("state"),
            let cookie = ProviderCookie(state: state, in: request.head.headers, by: sealer)
        else {
            tokens.log.noteRejection(.state)
            throw Problem(.invalidToken)
        }
        return try await exchanges.run(for: request.client) {
            // A reload or "back": the browser already has the result of the attempt.
            guard try await signIn.useAttempt(cookie.attempt.state) else {
                return .redirect(to: cookie.path(by: cookie.accountToReset == nil ? "/sign-in" : Self.resetPage))
            }
            do {
                if let account = cookie.accountToReset { return try await takeProof(cookie, of: account, request) }
                return try await begin(cookie, request)
            } catch {
                throw CookieEndingError(underlying: error, cookie: cookie.ended)
            }
        }
    }

    private func begin(_ cookie: ProviderCookie, _ request: APIRequest) async throws -> APIResponse {
        let identity = try await tokens.identity(for: cookie.attempt, by: request.rawQuery ?? "")
        let grant = try await signIn.signIn(
            identity, on: Session.Device(transport: .cookie, name: nil), language: request.knownLanguage,
            timeZone: cookie.timeZone, client: request.client)
        guard case .cookie(let secret) = grant.secrets else { throw Problem(.internalError) }
        // The strict cookie is not sent after a redirect from another site. The script of the sign-in page finds the
        // session, offers a passcode if none is set, and continues to the requested page. A reload of the callback
        // makes no offer: "Set up later" holds until the next sign-in.
        var response = APIResponse.redirect(to: cookie.path(by: "/sign-in?" + PasscodeOffer.query))
        response.cookie = SessionCookie.with(secret, maxAge: grant.remaining.wholeSeconds)
        return response
    }

    /// Stores the proof. Nothing changes before the user sets the new passcode.
    private func takeProof(
        _ cookie: ProviderCookie, of account: String, _ request: APIRequest
    ) async throws -> APIResponse {
        let identity = try await tokens.freshIdentity(for: cookie.attempt, by: request.rawQuery ?? "")
        let proof = try await reset.accept(identity, accountID: account)
        var response = APIResponse.redirect(to: cookie.path(by: Self.resetPage))
        response.cookie = try proof.sealed(by: sealer)
        return response
    }
}

extension ProviderCookie {
    /// Returns the path of a page that continues to the requested one.
    fileprivate func path(by page: String) -> String {
        next.flatMap { ReturnPath($0) }?.returning(from: page) ?? page
    }
}
