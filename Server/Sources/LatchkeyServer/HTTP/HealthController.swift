import Hummingbird

/// Answers whether the process is alive, and whether its database answers.
struct HealthController: Sendable {
    let store: any Store

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/health/live", .anonymous, isActivity: false, isRoutine: true) { _ in
                try .json(["status": "live"])
            },
            Endpoint(.get, "/health/ready", .anonymous, isActivity: false, isRoutine: true) { [store] _ in
                try await store.ping()
                return try .json(["status": "ready"])
            },
        ]
    }
}
