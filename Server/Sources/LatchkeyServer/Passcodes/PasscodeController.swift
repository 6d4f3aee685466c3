import Hummingbird
import LatchkeyAPI

/// Endpoints of the passcode.
struct PasscodeController: Sendable {
    let passcodes: PasscodeService
    let settings: PasscodeSettings
    let reset: PasscodeReset
    /// The verification of the provider's tokens; nil without a provider.
    let tokens: ProviderTokens?
    let sealer: Sealer
    let clock: any WallClock
    /// Whether passcodes can be reset by email.
    let isEmailEnabled: Bool
    let emailRequests: EmailRequestService

    var endpoints: [Endpoint] {
        [
            Endpoint(.post, "/api/auth/set-passcode", .session(.unlocked, setPasscode)),
            Endpoint(.post, "/api/auth/verify-passcode", .session(.live, verifyPasscode)),
            Endpoint(.patch, "/api/auth/passcode-settings", .session(.ready, changeSettings)),
            Endpoint(.post, "/api/auth/reset-passcode-request", .open(requestReset)),
            Endpoint(
                .post, "/api/auth/reset-passcode",
                maximumBodySize: tokens == nil
                    ? ConnectionLimits.maximumBodySize : ConnectionLimits.maximumTokenBodySize,
                .open(resetPasscode)),
        ]
    }

    private func setPasscode(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decode(SetPasscodeRequest.self)
        let current = session.caller.account.hasPasscode ? try Input.currentPasscode(body.currentPasscode) : nil
        let new = try Input.newPasscode(body.passcode)
        return try .grant(
            await passcodes.set(new, current: current, by: session, client: request.client), in: request.language)
    }

    private func verifyPasscode(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decode(VerifyPasscodeRequest.self)
        let passcode = try Input.passcode(body.passcode, pointer: "/passcode")
        return try .grant(
            await passcodes.verify(passcode, by: session, language: request.knownLanguage, client: request.client),
            in: request.language)
    }

    private func changeSettings(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decode(PasscodeSettingsRequest.self)
        let current = try Input.currentPasscode(body.currentPasscode)
        let change = PasscodeSettings.Change(
            isEnabled: body.passcodeEnabled, timeoutMinutes: body.passcodeTimeoutMinutes,
            language: try Input.language(body.language, of: request.languages),
            timeZone: try Input.timeZone(body.timeZone))
        let caller = try await settings.apply(change, current: current, by: session, client: request.client)
        return try .json(caller.user(in: request.language))
    }

    private func requestReset(_ request: APIRequest, _ session: Authentication?) async throws -> APIResponse {
        guard isEmailEnabled else { throw Problem(.emailSignInDisabled) }
        let body = try request.decode(EmailRequest.self)
        let ownEmail = body.email == nil ? session?.caller.account.email : nil
        try await emailRequests.ask(
            for: .reset, to: ownEmail ?? EmailAddress(member: body.email).text, in: request.knownLanguage,
            client: request.client)
        return try .accepted()
    }

    private func resetPasscode(_ request: APIRequest, _ session: Authentication?) async throws -> APIResponse {
        try request.requireSameOrigin()
        let body = try request.decode(ResetPasscodeRequest.self)
        let proof = try await proof(in: body, request)
        let deviceName = try Input.deviceName(body.deviceName)
        let grant = try await reset.reset(
            proof, to: { try Input.newPasscode(body.newPasscode) }, by: session?.credential,
            signingIn: body.transport.map { Session.Device(transport: $0, name: deviceName) },
            client: request.client)
        var response: APIResponse = try grant.map { try .grant($0, in: request.language) } ?? .json([String: String]())
        if case .provider(_, _?) = proof { response.otherCookie = ProviderResetCookie.ended }
        return response
    }

    private func proof(in body: ResetPasscodeRequest, _ request: APIRequest) async throws -> ResetProof {
        if let proof = try browserProof(in: body, request) { return proof }
        guard let token = body.subjectToken, let tokens else {
            guard isEmailEnabled else { throw Problem(.emailSignInDisabled) }
            return .emailed(try OneTimeProof(token: body.token, email: body.email, code: body.code))
        }
        guard let type = body.subjectTokenType else {
            throw Problem.invalidRequest("/subject_token_type", "This member is missing.")
        }
        return .provider(ProviderProof(try await tokens.freshIdentity(by: token, of: type)))
    }

    /// Returns the provider's proof from the browser's cookie; nil if the body has a proof, or without one.
    private func browserProof(in body: ResetPasscodeRequest, _ request: APIRequest) throws -> ResetProof? {
        let isInBody = [body.token, body.email, body.code, body.subjectToken].contains { $0 != nil }
        guard tokens != nil, !isInBody,
            let cookie = ProviderResetCookie(in: request.head.headers, by: sealer, at: clock.now)
        else { return nil }
        guard request.isSameOrigin else { throw Problem(.crossSiteRequest) }
        return .provider(cookie.proof, accountID: cookie.accountID)
    }
}
