import Hummingbird
import LatchkeyAPI

/// Endpoints of passkeys.
struct PasskeyController: Sendable {
    let passkeys: AccountPasskeys
    let unlock: PasskeyUnlock

    var endpoints: [Endpoint] {
        let (path, size) = ("/api/auth/passkeys", ConnectionLimits.maximumPasskeyBodySize)
        return [
            Endpoint(.post, path + "/options", .session(.ready, showRegistrationOptions)),
            Endpoint(.post, path, maximumBodySize: size, .session(.ready, add)),
            Endpoint(.get, path, .session(.ready, list)),
            Endpoint(.patch, path + "/{id}", .session(.ready, rename)),
            Endpoint(.delete, path + "/{id}", .session(.ready, remove)),
            Endpoint(.post, "/api/auth/unlock/options", .session(.live, showAssertionOptions)),
            Endpoint(.post, "/api/auth/unlock", maximumBodySize: size, .session(.live, unlockSession)),
        ]
    }

    private struct AddRequest: Decodable {
        let name: String?
        let credential: RegistrationResponse
    }

    private struct RenameRequest: Decodable {
        let name: String
    }

    private struct UnlockRequest: Decodable {
        let credential: AssertionResponse
    }

    private func showRegistrationOptions(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        try .options(await passkeys.options(by: session.credential))
    }

    private func add(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decodeWebAuthn(AddRequest.self)
        let name = try Input.name(body.name, pointer: "/name")
        let passkey = try await passkeys.add(
            body.credential, name: name, by: session, client: request.client)
        return try .json(PasskeyList.Item(passkey), status: .created)
    }

    private func list(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let passkeys = try await passkeys.list(of: session.caller)
        return try .json(PasskeyList(passkeys: passkeys.map(PasskeyList.Item.init)))
    }

    private func rename(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decode(RenameRequest.self)
        guard let name = try Input.name(body.name, pointer: "/name") else {
            throw Problem.invalidRequest("/name", "The name must not be empty.")
        }
        let id = try request.parameters.require("id")
        return try .json(
            PasskeyList.Item(await passkeys.rename(id, to: name, by: session.credential)))
    }

    private func remove(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let id = try request.parameters.require("id")
        try await passkeys.remove(id, by: session.credential, client: request.client)
        return .noContent
    }

    private func showAssertionOptions(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        try .options(await unlock.options(by: session.credential))
    }

    private func unlockSession(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decodeWebAuthn(UnlockRequest.self)
        return try .grant(await unlock.unlock(body.credential, by: session), in: request.language)
    }
}
