import LatchkeyAPI

/// The result of a write that is kept even after a rejection.
protocol ProblemResult {
    var problem: Problem? { get }
}

extension Result: ProblemResult where Failure == Problem {
    var problem: Problem? {
        if case .failure(let problem) = self { problem } else { nil }
    }
}
