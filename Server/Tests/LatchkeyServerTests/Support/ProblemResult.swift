import LatchkeyAPI

/// What a write returns that is kept even where it is refused.
protocol ProblemResult {
    var problem: Problem? { get }
}

extension Result: ProblemResult where Failure == Problem {
    var problem: Problem? {
        if case .failure(let problem) = self { problem } else { nil }
    }
}
