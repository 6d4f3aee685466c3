import LatchkeyAPI

extension UnlockKey {
    /// The effect of a request to evaluate.
    enum Evaluation: Equatable {
        /// A new attempt, which counts as a failure until it is finished.
        case counted
        /// The latest attempt again, whose response may have been lost.
        case repeated
        /// The last possible attempt was not finished in time: the key must be destroyed.
        case spent
    }

    /// Returns the effect of a request to evaluate.
    ///
    /// - Throws: A ``Problem`` if nothing is evaluated, counted or destroyed.
    func evaluation(
        of attemptID: String, _ inputDigest: String, for account: Account, at now: Timestamp
    ) throws -> Evaluation {
        try requireUsable(for: account)
        if isSpent(at: now) { return .spent }
        if self.attemptID == attemptID {
            guard self.inputDigest == inputDigest else { throw Problem(.attemptConflict) }
            return .repeated
        }
        if let attemptedAt {
            // An attempt in the future predates a clock change; see ``noteClock(_:)``.
            let left = min(attemptedAt, now) + wait - now
            if left > .zero { throw Problem.tooManyAttempts(wait: left) }
        }
        return .counted
    }

    /// Whether the key was not destroyed and is for the account's present passcode.
    func isUsable(for account: Account) -> Bool { !isShut && account.passcodeVersion == passcodeVersion }

    /// Throws if the key cannot be used by its device.
    func requireUsable(for account: Account) throws {
        if isPending || account.isSuspended { throw Problem(.unauthenticated) }
        if isShut { throw Problem(.deviceShut) }
        if account.passcodeVersion != passcodeVersion { throw Problem(.passcodeChanged) }
    }

    /// Whether the time to finish the last possible attempt has passed.
    func isSpent(at now: Timestamp) -> Bool {
        guard failures >= AttemptPolicy.perSession, let attemptedAt else { return false }
        return now - attemptedAt >= AttemptPolicy.finishLastWithin
    }

    /// Counts a new attempt.
    mutating func count(_ attemptID: String, _ inputDigest: String, at now: Timestamp) {
        failures += 1
        attemptedAt = now
        (self.attemptID, self.inputDigest) = (attemptID, inputDigest)
    }

    /// Counts the success of the latest attempt.
    mutating func succeed(at now: Timestamp) {
        failures = 0
        lastUsedAt = now
        replaces = nil
    }

    /// The delay after the latest attempt.
    var wait: Duration {
        failures >= AttemptPolicy.perSession
            ? AttemptPolicy.finishLastWithin : AttemptPolicy.wait(afterFailure: failures)
    }

    var attemptsRemaining: Int { max(0, AttemptPolicy.perSession - failures) }

    /// Restarts a delay from before the clock was set back. Returns whether it did.
    mutating func noteClock(_ now: Timestamp) -> Bool {
        guard let attemptedAt, attemptedAt - now > Session.clockTolerance else { return false }
        self.attemptedAt = now
        return true
    }
}

extension [UnlockKey] {
    /// One key for each device that opens: the earlier one until the first success of its successor. A key for an
    /// earlier passcode opens no device.
    func devices(of account: Account) -> [UnlockKey] {
        let live = filter { !$0.isPending && $0.isUsable(for: account) }
        let ids = Set(live.map(\.id))
        return live.filter { key in key.replaces.map { !ids.contains($0) } ?? true }
    }
}
