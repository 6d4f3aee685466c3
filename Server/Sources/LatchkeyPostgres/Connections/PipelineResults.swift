/// The server's responses to a pipeline.
struct PipelineResults {
    /// A statement that the server rejected.
    struct Failure {
        /// The index of the statement, from 0.
        let index: Int
        /// The server's code; nil if libpq failed instead of the server.
        let state: SQLState?
        let constraint: String?
        /// Whether the server ended the connection.
        let isFatal: Bool

        var error: PostgresError {
            guard let state else { return .unreachable(ConnectionFailure(message: "libpq cannot read the response")) }
            return .rejected(state, constraint: constraint)
        }
    }

    /// Results of the statements before the failure, in order.
    private(set) var results: [PostgresResult] = []
    /// The first failure. Later statements were not run.
    private(set) var failure: Failure?

    /// Returns the results of all statements.
    func demandResults() throws(PostgresError) -> [PostgresResult] {
        if let failure { throw failure.error }
        return results
    }

    mutating func add(_ step: Pipeline.Step) {
        switch step {
        case .result(let result): results.append(result)
        case .failed(let failure): self.failure = self.failure ?? failure
        case .prepared, .skipped: break
        }
    }
}
