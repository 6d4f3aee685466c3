import LatchkeyAPI

/// Problems with additional members of the API.
extension Problem {
    static func invalidRequest(_ pointer: String, _ detail: String) -> Problem {
        Problem(.invalidRequest, detail: detail)
            .with(\.errors, [MemberError(pointer: pointer, detail: detail)])
    }

    static func incorrectPasscode(remaining: Int, wait: Duration, sessionEnded: Bool) -> Problem {
        Problem(.incorrectPasscode)
            .with(\.attemptsRemaining, remaining).with(\.retryAfter, wait.wholeSeconds)
            .with(\.sessionEnded, sessionEnded)
    }

    static func tooManyAttempts(wait: Duration) -> Problem {
        Problem(.tooManyAttempts).with(\.retryAfter, max(1, wait.wholeSeconds))
    }

    static func tooManyRequests(wait: Duration) -> Problem {
        Problem(.tooManyRequests).with(\.retryAfter, max(1, wait.wholeSeconds))
    }

    static func temporarilyUnavailable(retryAfter seconds: Int = 1) -> Problem {
        Problem(.temporarilyUnavailable).with(\.retryAfter, seconds)
    }

    static func weakPasscode(_ reason: WeakPasscodeReason, _ detail: String) -> Problem {
        Problem(.weakPasscode, detail: detail).with(\.reason, reason)
    }

    static func invalidTimeout(allowed: [Int]) -> Problem {
        Problem(.invalidTimeout).with(\.allowed, allowed)
    }

    private func with<Value>(_ member: WritableKeyPath<Problem, Value?>, _ value: Value) -> Problem {
        var problem = self
        problem[keyPath: member] = value
        return problem
    }
}
