import Foundation
import Hummingbird
import LatchkeyAPI

/// Endpoints for apps with the team's provider, and for the provider. Those for apps exist only if
/// `LATCHKEY_IDENTITY_AUDIENCES` or `LATCHKEY_IDENTITY_APP_CLIENT_ID` is set, the others if `LATCHKEY_IDENTITY_ISSUER`
/// is.
struct ProviderController: Sendable {
    let tokens: ProviderTokens
    let signIn: ProviderSignIn
    let logout: ProviderLogout
    let signsInApps: Bool

    var endpoints: [Endpoint] {
        let size = ConnectionLimits.maximumTokenBodySize
        let ofApps = Endpoint(.post, "/api/auth/token-sign-in", maximumBodySize: size, .open(signInByToken))
        let ofProvider = Endpoint(
            .post, "/api/auth/backchannel-logout", body: .form, maximumBodySize: size, .anonymous(signOutByProvider))
        return signsInApps ? [ofApps, ofProvider] : [ofProvider]
    }

    private func signOutByProvider(_ request: APIRequest) async throws -> APIResponse {
        let notice = try await tokens.notice(by: request.formValue("logout_token"))
        try await logout.end(by: notice)
        return APIResponse(status: .ok, contentType: nil, body: Data())
    }

    private func signInByToken(_ request: APIRequest) async throws -> APIResponse {
        try request.requireSameOrigin()
        let body = try request.decode(TokenSignInRequest.self)
        let device = Session.Device(
            transport: body.transport ?? .bearer, name: try Input.deviceName(body.deviceName))
        let identity = try await tokens.identity(by: body.subjectToken, of: body.subjectTokenType)
        return try .grant(
            await signIn.signIn(
                identity, on: device, language: request.knownLanguage, timeZone: Input.knownTimeZone(body.timeZone),
                client: request.client),
            in: request.language)
    }
}
