extension LatchkeyClient {
    /// Succeeds when the server runs.
    public func checkLive() async throws(APIError) {
        try await perform(APICall(.get, "/health/live", .always), status: 200)
    }

    /// Succeeds when the server can do its work; throws `temporarilyUnavailable` when its database does not answer.
    public func checkReady() async throws(APIError) {
        try await perform(APICall(.get, "/health/ready", .always), status: 200)
    }
}
