import Hummingbird
import LatchkeyAPI

/// The calls about passkeys, where there are any.
struct PasskeyController: Sendable {
    let passkeys: AccountPasskeys
    let unlock: PasskeyUnlock

    var endpoints: [Endpoint] {
        let (path, size) = ("/api/auth/passkeys", ConnectionLimits.maximumPasskeyBodySize)
        return [
            Endpoint(.post, path + "/options", .session(), answer: showRegistrationOptions),
            Endpoint(.post, path, .session(), maximumBodySize: size, answer: add),
            Endpoint(.get, path, .session(), answer: list),
            Endpoint(.patch, path + "/{id}", .session(), answer: rename),
            Endpoint(.delete, path + "/{id}", .session(), answer: remove),
            Endpoint(.post, "/api/auth/unlock/options", .session(.live), answer: showAssertionOptions),
            Endpoint(.post, "/api/auth/unlock", .session(.live), maximumBodySize: size, answer: unlockSession),
        ]
    }

    private struct AddRequest: Decodable {
        let name: String?
        let credential: RegistrationAnswer
    }

    private struct RenameRequest: Decodable {
        let name: String
    }

    private struct UnlockRequest: Decodable {
        let credential: AssertionAnswer
    }

    private func showRegistrationOptions(_ request: APIRequest) async throws -> APIResponse {
        try .options(await passkeys.options(by: request.authentication().credential))
    }

    private func add(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.decodeWebAuthn(AddRequest.self)
        let name = try Input.name(body.name, pointer: "/name")
        let passkey = try await passkeys.add(
            body.credential, name: name, by: request.authentication(), client: request.client)
        return try .json(PasskeyList.Item(passkey), status: .created)
    }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        let passkeys = try await passkeys.list(of: request.authentication().caller)
        return try .json(PasskeyList(passkeys: passkeys.map(PasskeyList.Item.init)))
    }

    private func rename(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.decode(RenameRequest.self)
        guard let name = try Input.name(body.name, pointer: "/name") else {
            throw Problem.invalidRequest("/name", "A name has at least one character.")
        }
        let id = try request.parameters.require("id")
        return try .json(
            PasskeyList.Item(await passkeys.rename(id, to: name, by: request.authentication().credential)))
    }

    private func remove(_ request: APIRequest) async throws -> APIResponse {
        let id = try request.parameters.require("id")
        try await passkeys.remove(id, by: request.authentication().credential, client: request.client)
        return .noContent
    }

    private func showAssertionOptions(_ request: APIRequest) async throws -> APIResponse {
        try .options(await unlock.options(by: request.authentication().credential))
    }

    private func unlockSession(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.decodeWebAuthn(UnlockRequest.self)
        return try .grant(await unlock.unlock(body.credential, by: request.authentication()))
    }
}
