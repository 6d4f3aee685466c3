extension LatchkeyClient {
    /// Succeeds if the server runs.
    public func checkLive() async throws(APIError) {
        try await perform(APICall(.get, "/health/live", .always), status: 200)
    }

    /// Succeeds if the server is ready. Throws `temporarilyUnavailable` if its database does not respond.
    public func checkReady() async throws(APIError) {
        try await perform(APICall(.get, "/health/ready", .always), status: 200)
    }
}
