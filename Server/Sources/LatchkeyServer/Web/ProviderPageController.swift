import Hummingbird
import LatchkeyAPI
import LatchkeyIdentity

/// Sends browsers to the team's provider, and takes them back. It exists only when `LATCHKEY_IDENTITY_CLIENT_ID` is
/// set.
struct ProviderPageController: Sendable {
    static let path = "/sign-in/provider"
    private static let returnPath = path + "/return"

    let tokens: ProviderTokens
    let signIn: ProviderSignIn
    let sealer: Sealer
    let publicAddress: PublicAddress

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.path, .open, isActivity: false, answer: goOut),
            Endpoint(.get, Self.returnPath, .open, isActivity: false, answer: comeBack),
        ]
    }

    private func goOut(_ request: APIRequest) async throws -> APIResponse {
        guard let url = publicAddress.url else { throw Problem.temporarilyUnavailable() }
        let sent = try await tokens.answering { () async throws(IdentityError) in
            try await tokens.client.authorizationRequest(redirectURI: url.origin + Self.returnPath)
        }
        var response = APIResponse.redirect(to: sent.url)
        response.cookie = try ProviderCookie(sent.attempt, next: ReturnPath(query: request.rawQuery)).sealed(by: sealer)
        return response
    }

    private func comeBack(_ request: APIRequest) async throws -> APIResponse {
        guard let cookie = ProviderCookie(in: request.head.headers, by: sealer) else { throw Problem(.invalidToken) }
        let identity = try await tokens.answering { () async throws(IdentityError) in
            try await tokens.client.completeAuthorization(query: request.rawQuery ?? "", attempt: cookie.attempt)
        }
        let grant = try await signIn.signIn(
            identity, attempt: cookie.attempt.state, on: ProviderSignIn.Device(transport: .cookie, name: nil),
            language: request.language, client: request.client)
        guard case .cookie(let secret) = grant.secrets else { throw Problem(.internalError) }
        // The session's strict cookie is not sent on the way from another site. The script of the sign-in page finds
        // the session, and goes on to the page that was wanted.
        var response = APIResponse.redirect(
            to: cookie.next.flatMap { ReturnPath($0) }?.returning(from: "/sign-in") ?? "/sign-in")
        response.cookie = SessionCookie.with(secret, maxAge: grant.remaining.wholeSeconds)
        response.otherCookie = ProviderCookie.ended
        return response
    }
}
