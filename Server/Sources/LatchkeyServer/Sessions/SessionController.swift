import Hummingbird

/// The calls about the session that asks, and about the account's other sessions.
struct SessionController: Sendable {
    let sessions: SessionService

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/api/auth/me", .session(.live), isActivity: false) { request in
                try .json(request.authentication().caller.user)
            },
            Endpoint(.post, "/api/auth/lock", .session(.live), isActivity: false) { request in
                try await sessions.lock(request.authentication().credential)
                return .noContent
            },
            Endpoint(.get, "/api/auth/sessions", .session()) { request in
                try .json(await sessions.list(of: request.authentication().caller))
            },
            Endpoint(.delete, "/api/auth/sessions", .session()) { request in
                try await sessions.endOthers(by: request.authentication().credential, client: request.client)
                return .noContent
            },
            Endpoint(.delete, "/api/auth/sessions/{id}", .session()) { request in
                let id = try request.parameters.require("id")
                try await sessions.end(id, by: request.authentication().credential, client: request.client)
                return .noContent
            },
        ]
    }
}
