import Hummingbird

/// Endpoints that report whether the process and its database respond.
struct HealthController: Sendable {
    let store: any Store

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/health/live", isRoutine: true, .anonymous { _ in try .json(["status": "live"]) }),
            Endpoint(.get, "/health/ready", isRoutine: true, .anonymous(showReadiness)),
        ]
    }

    private func showReadiness(_: APIRequest) async throws -> APIResponse {
        try await store.ping()
        return try .json(["status": "ready"])
    }
}
