import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyAPI

/// Endpoints with which administrators change accounts.
struct PeopleActsController: Sendable {
    let acts: PeopleActs

    private static let changes: [(path: String, change: AccountChange)] = [
        ("require-reset", .requireReset), ("suspend", .suspend), ("resume", .resume), ("grant", .grant),
        ("revoke", .revoke),
    ]

    var endpoints: [Endpoint] {
        let person = PeopleController.path + "/{id}"
        return [
            Endpoint(.post, PeopleController.path, .session(.administrator, invite)),
            Endpoint(.delete, person, .session(.administrator, remove)),
            Endpoint(.delete, person + "/sessions", .session(.administrator) { try await apply(.endSessions, $0, $1) }),
            Endpoint(.delete, person + "/sessions/{session}", .session(.administrator, endSession)),
            Endpoint(.delete, person + "/unlock-keys/{key}", .session(.administrator, shutDevice)),
        ]
            + Self.changes.map { path, change in
                Endpoint(.post, "\(person)/\(path)", .session(.administrator) { try await apply(change, $0, $1) })
            }
    }

    private struct InviteRequest: Decodable {
        let email: String?
    }

    private func invite(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let address = try EmailAddress(member: request.decode(InviteRequest.self).email)
        let result = try await acts.invite(address, by: order(request, session))
        var response = try APIResponse.person(result.person)
        if result.isNew { response.status = .created }
        return response
    }

    private func apply(
        _ change: AccountChange, _ request: APIRequest, _ session: Authentication
    ) async throws -> APIResponse {
        let id = try request.parameters.require("id")
        return try .person(await acts.apply(change, to: id, by: order(request, session)))
    }

    private func endSession(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let (id, ended) = try (request.parameters.require("id"), request.parameters.require("session"))
        return try .person(await acts.endSession(ended, of: id, by: order(request, session)))
    }

    private func shutDevice(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let (id, key) = try (request.parameters.require("id"), request.parameters.require("key"))
        return try .person(await acts.shutDevice(key, of: id, by: order(request, session)))
    }

    private func remove(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        try await acts.remove(request.parameters.require("id"), by: order(request, session))
        return .noContent
    }

    private func order(_ request: APIRequest, _ session: Authentication) -> PeopleActs.Order {
        PeopleActs.Order(authentication: session, client: request.client, tags: request.head.headers.ifMatchTags)
    }
}

extension HTTPFields {
    /// The tags of `If-Match` (RFC 9110, 13.1.1); nil without one, and for `*`. Weak ones equal no tag of an account.
    fileprivate var ifMatchTags: Set<String>? {
        let tags = self[values: .ifMatch].flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        return tags.isEmpty || tags == ["*"] ? nil : Set(tags)
    }
}
