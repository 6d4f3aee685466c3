/// What the server answered to a pipeline.
struct PipelineAnswers {
    /// A statement that the server refused.
    struct Failure {
        /// Its place among the statements, counted from 0.
        let index: Int
        /// Nil where libpq failed, not the server.
        let state: SQLState?
        let constraint: String?
        /// Whether the server ended the connection with it.
        let isFatal: Bool

        var error: PostgresError {
            guard let state else { return .unreachable(ConnectionFailure(message: "no answer that libpq reads")) }
            return .refused(state, constraint: constraint)
        }
    }

    /// The results of the statements before the failure, in their order.
    private(set) var results: [PostgresResult] = []
    /// The first failure; those behind it were not run.
    private(set) var failure: Failure?

    mutating func add(_ step: Pipeline.Step) {
        switch step {
        case .result(let result): results.append(result)
        case .failed(let failure): self.failure = self.failure ?? failure
        case .prepared, .skipped: break
        }
    }
}
