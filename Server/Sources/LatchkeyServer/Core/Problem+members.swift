import LatchkeyAPI

/// Problems with the members that the contract gives them.
extension Problem {
    static func invalidRequest(_ pointer: String, _ detail: String) -> Problem {
        var problem = Problem(.invalidRequest, detail: detail)
        problem.errors = [MemberError(pointer: pointer, detail: detail)]
        return problem
    }

    static func incorrectPasscode(remaining: Int, wait: Duration, sessionEnded: Bool) -> Problem {
        var problem = Problem(.incorrectPasscode)
        problem.attemptsRemaining = remaining
        problem.retryAfter = wait.wholeSeconds
        problem.sessionEnded = sessionEnded
        return problem
    }

    static func tooManyAttempts(wait: Duration) -> Problem {
        var problem = Problem(.tooManyAttempts)
        problem.retryAfter = max(1, wait.wholeSeconds)
        return problem
    }

    static func tooManyRequests(wait: Duration) -> Problem {
        var problem = Problem(.tooManyRequests)
        problem.retryAfter = max(1, wait.wholeSeconds)
        return problem
    }

    static func temporarilyUnavailable(retryAfter seconds: Int = 1) -> Problem {
        var problem = Problem(.temporarilyUnavailable)
        problem.retryAfter = seconds
        return problem
    }

    static func weakPasscode(_ reason: WeakPasscodeReason, _ detail: String) -> Problem {
        var problem = Problem(.weakPasscode, detail: detail)
        problem.reason = reason
        return problem
    }

    static func invalidTimeout() -> Problem {
        var problem = Problem(.invalidTimeout)
        problem.allowed = User.allowedTimeouts
        return problem
    }
}
