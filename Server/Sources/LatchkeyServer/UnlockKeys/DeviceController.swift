import Foundation
import Hummingbird
import LatchkeyAPI

/// Endpoints of unlock keys.
struct DeviceController: Sendable {
    let devices: AccountDevices
    let unlock: DeviceUnlock

    var endpoints: [Endpoint] {
        let path = "/api/auth/unlock-keys"
        return [
            Endpoint(.get, path, .session(.ready, list)),
            Endpoint(.post, path, .session(.ready, register)),
            Endpoint(.put, path + "/{id}", .session(.ready, confirm)),
            Endpoint(.delete, path + "/{id}", .session(.ready, shut)),
            // A locked app has no session: the slot token opens these.
            Endpoint(.post, "/api/auth/unlock/evaluate", .anonymous(evaluate)),
            Endpoint(.post, "/api/auth/unlock/finish", .anonymous(finish)),
        ]
    }

    private struct EvaluateRequest: Decodable {
        let token: String
        let attempt: String
        let blinded: Base64URL
    }

    private struct FinishRequest: Decodable {
        let token: String
        let attempt: String
        let tag: Base64URL
    }

    private func list(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let keys = try await devices.list(of: session.caller)
        return try .json(UnlockKeyList(unlockKeys: keys.map(DeviceReport.init)))
    }

    private func register(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decode(AddUnlockKeyRequest.self)
        let registration = try await devices.register(
            try input(body.blinded), replacing: body.replaces.map(SessionTokenDigest.of), by: session)
        return try .json(
            AddedUnlockKey(
                id: registration.key.id, token: registration.token.text,
                publicKey: Base64URL(registration.key.publicKey), evaluation: Base64URL(registration.evaluation)),
            status: .created)
    }

    private func confirm(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decode(ConfirmUnlockKeyRequest.self)
        let id = try request.parameters.require("id")
        try await devices.confirm(id, tagDigest: try tagDigest(body.tag), by: session.credential)
        return .noContent
    }

    private func shut(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let body = try request.decode(ShutDeviceRequest.self)
        let current = try Input.currentPasscode(body.currentPasscode)
        let id = try request.parameters.require("id")
        if let token = body.token {
            let digest = SessionTokenDigest.of(token)
            try await devices.remove(id, tokenDigest: digest, by: session.credential)
            return .noContent
        }
        try await devices.shut(id, current: current, by: session, client: request.client)
        return .noContent
    }

    private func evaluate(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.decode(EvaluateRequest.self)
        let result = try await unlock.evaluate(
            try input(body.blinded), in: try attempt(body.attempt, token: body.token), client: request.client)
        return try .json(
            EvaluatedUnlock(
                evaluation: Base64URL(result.evaluation), attemptsRemaining: result.attemptsRemaining,
                retryAfter: result.wait.wholeSeconds))
    }

    private func finish(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.decode(FinishRequest.self)
        try await unlock.finish(
            try attempt(body.attempt, token: body.token), tagDigest: try tagDigest(body.tag), client: request.client)
        return .noContent
    }

    private func input(_ blinded: Base64URL) throws -> BlindedInput {
        guard let input = BlindedInput(blinded.bytes) else {
            throw Problem.invalidRequest(
                "/blinded", "Not a compressed point of P-384, which has \(EvaluationKey.pointLength) bytes.")
        }
        return input
    }

    private func attempt(_ id: String, token: String) throws -> DeviceUnlock.Attempt {
        guard let id = UUID(uuidString: id) else { throw Problem.invalidRequest("/attempt", "Not a UUID.") }
        guard let token = OpaqueToken(token) else { throw Problem(.unauthenticated) }
        return DeviceUnlock.Attempt(
            tokenDigest: SessionTokenDigest.of(token.text),
            id: id.uuidString.lowercased().replacing("-", with: ""))
    }

    private func tagDigest(_ tag: Base64URL) throws -> String {
        guard tag.bytes.count == UnlockKey.tagLength else {
            throw Problem.invalidRequest("/tag", "Not \(UnlockKey.tagLength) bytes.")
        }
        return SessionTokenDigest.of(HexText.encode(tag.bytes))
    }
}
