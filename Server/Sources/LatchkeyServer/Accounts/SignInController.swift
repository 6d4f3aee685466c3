import Hummingbird
import LatchkeyAPI

/// Endpoints of sign-in and sign-out.
struct SignInController: Sendable {
    let methods: SignInMethods
    let emailRequests: EmailRequestService
    let signIn: SignIn
    let sessions: SessionService
    let refresh: SessionRefresh

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/api/auth/sign-in-ways", .anonymous { [methods] _ in try .json(methods) }),
            Endpoint(.post, "/api/auth/magic-link", .open(requestLink)),
            Endpoint(.post, "/api/auth/magic-link/verify", .open(verifyLink)),
            Endpoint(.post, "/api/auth/refresh", isActivity: false, .open(refreshTokens)),
            Endpoint(.post, "/api/auth/logout", isActivity: false, body: .none, .open(signOut)),
        ]
    }

    private func requestLink(_ request: APIRequest) async throws -> APIResponse {
        guard methods.email else { throw Problem(.emailSignInDisabled) }
        let address = try EmailAddress(member: request.decode(EmailRequest.self).email)
        try await emailRequests.ask(for: .signIn, to: address.text, in: request.knownLanguage, client: request.client)
        return try .accepted()
    }

    private func verifyLink(_ request: APIRequest) async throws -> APIResponse {
        try request.requireSameOrigin()
        guard methods.email else { throw Problem(.emailSignInDisabled) }
        let body = try request.decode(MagicLinkVerifyRequest.self)
        let transport = body.transport ?? .bearer
        let proof = try OneTimeProof(token: body.token, email: body.email, code: body.code)
        let deviceName = try Input.deviceName(body.deviceName)
        return try .grant(
            await signIn.signIn(
                proof, transport: transport, deviceName: deviceName, language: request.knownLanguage,
                timeZone: Input.knownTimeZone(body.timeZone), client: request.client),
            in: request.language)
    }

    private func refreshTokens(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.decode(RefreshRequest.self)
        return try .grant(await refresh.refresh(body.refreshToken, client: request.client), in: request.language)
    }

    private func signOut(_ request: APIRequest, _ session: Authentication?) async throws -> APIResponse {
        if let session {
            do {
                try await sessions.signOut(session.credential, client: request.client)
            } catch let problem as Problem where problem.kind == .unauthenticated {
                // The session has already ended.
            }
        }
        var response = APIResponse.noContent
        response.cookie = SessionCookie.ended
        return response
    }
}
