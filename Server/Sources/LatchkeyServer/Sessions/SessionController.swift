import Hummingbird

/// Endpoints of sessions.
struct SessionController: Sendable {
    let sessions: SessionService

    var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/auth/me", isActivity: false,
                .session(.live) { request, session in try .json(session.caller.user(in: request.language)) }),
            Endpoint(
                .post, "/api/auth/lock", isActivity: false,
                .session(.live) { _, session in
                    try await sessions.lock(session.credential)
                    return .noContent
                }),
            Endpoint(.get, "/api/auth/sessions", .session(.ready) { try .json(await sessions.list(of: $1.caller)) }),
            Endpoint(
                .delete, "/api/auth/sessions",
                .session(.ready) { request, session in
                    try await sessions.endOthers(by: session.credential, client: request.client)
                    return .noContent
                }),
            Endpoint(
                .delete, "/api/auth/sessions/{id}",
                .session(.ready) { request, session in
                    let id = try request.parameters.require("id")
                    try await sessions.end(id, by: session.credential, client: request.client)
                    return .noContent
                }),
        ]
    }
}
