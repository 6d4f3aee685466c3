import Hummingbird
import LatchkeyAPI

/// Endpoints that show or delete an account.
struct AccountController: Sendable {
    let accounts: AccountService

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/api/auth/activity", .session(.ready, showActivity)),
            Endpoint(.post, "/api/auth/disown", .open(disown)),
            Endpoint(.delete, "/api/auth/account", .session(.ready, delete)),
        ]
    }

    private func showActivity(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let limit = try Input.number(request.queryValue("limit"), named: "limit", 1...200, default: 50)
        let before = try Input.number(request.queryValue("before"), named: "before", 1...(.max), default: .max)
        return try .json(await accounts.activity(of: session.caller, before: before, limit: Int(limit)))
    }

    private func disown(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.decode(DisownRequest.self)
        try await accounts.disown(body.token, client: request.client)
        return .noContent
    }

    private func delete(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decode(DeleteAccountRequest.self)
        let current = try Input.currentPasscode(body.currentPasscode)
        try await accounts.delete(current: current, by: session, client: request.client)
        var response = APIResponse.noContent
        response.cookie = SessionCookie.ended
        return response
    }
}
