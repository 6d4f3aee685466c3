extension AttemptModel {
    /// Applies the steps of a trace. Throws if a step is rejected, or results in other rows than the trace.
    ///
    /// - Parameter comparingRows: Whether rows are compared.
    mutating func follow(_ trace: [TracedStep], comparingRows: Bool = true) throws {
        var asked: [Int: (isRight: Bool, purpose: AttemptPurpose)] = [:]
        for step in trace {
            if case .reserve(let request, _, let isRight, let purpose, _) = step.action {
                asked[request] = (isRight, purpose)
            }
            for taken in steps(of: step.action, asked) { try apply(taken) }
            guard comparingRows, let told = step.rows, told != rows else { continue }
            throw Rejection(description: "\(step) leaves \(rows)")
        }
    }

    private func steps(
        of action: TracedStep.Action, _ asked: [Int: (isRight: Bool, purpose: AttemptPurpose)]
    ) -> [AttemptStep] {
        switch action {
        case .reserve(let request, let session, _, let purpose, true):
            [.reserve("\(request)", session: session, purpose)]
        case .reserve(_, let session, _, let purpose, false): [.reject(session: session, purpose)]
        case .undecided(_, isKept: true), .crash: []
        case .undecided(let request, isKept: false), .starve(let request), .delete(let request):
            [.delete("\(request)")]
        case .believe(let request): [.unbelieved("\(request)")]
        case .hash(let request): [.hash("\(request)", isRight: asked[request]?.isRight ?? false)]
        case .settle(let request, .opened): [.open("\(request)", asked[request]?.purpose ?? .unlock)]
        case .settle(let request, .counted): [.count("\(request)")]
        case .settle(let request, .dropped): [.drop("\(request)")]
        case .settle(let request, .gone): [.miss("\(request)")]
        case .expire(let request): [.expire("\(request)")]
        case .sweep: [.sweep]
        case .lock(let session): [.lock(session)]
        case .end(let session): [.end(session)]
        case .enter(let session): [.enter(session, isLocked: !rows.isDisabled)]
        case .enable(let session): [.enable(session)]
        case .reset: [.reset("0")]
        }
    }
}
