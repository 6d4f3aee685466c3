import LatchkeyAPI

/// Tells reverse proxies who may pass. Asked for every request of the application behind it, so it reads one row and
/// waits for a write only where time has done something to the session.
struct GateService: Sendable {
    let dependencies: Dependencies
    let sessions: SessionService

    /// - Parameter maxAge: how long ago the passcode was given at most; nil for any time. Asked for once the session is
    ///   known to be open, so that a refusal of the session comes before one of the value.
    func verdict(on credential: Credential?, maxAge: () throws -> Duration?) async throws -> GateVerdict {
        guard let credential, let pass = try await pass(of: credential) else { return .closed(.unauthenticated) }
        guard !pass.isLatched else { return .closed(.locked) }
        let now = dependencies.clock.now()
        if let age = try maxAge(), !pass.isPasscodeGiven(within: age, at: now) { return .closed(.passcodeTooOld) }
        sessions.touch(sessionID: pass.sessionID, lastActiveAt: pass.lastActiveAt)
        return .open(pass)
    }

    /// Nil when there is no live session.
    private func pass(of credential: Credential) async throws -> GatePass? {
        let now = dependencies.clock.now()
        let pass = try await dependencies.store.readAtOnce { repositories in
            try repositories.sessions.pass(
                tokenDigest: credential.digest, attemptsReservedUpTo: now - AttemptLimits.settleWithin)
        }
        guard let pass, pass.kind == credential.kind, now < pass.endsAt else { return nil }
        guard pass.hasStaleAttempt || (!pass.isLatched && pass.isIdle(at: now)) else { return pass }
        do {
            // Writes it down first, as every other call does.
            return GatePass(try await sessions.caller(credential), kind: pass.kind)
        } catch let problem as Problem where problem.status == ProblemType.unauthenticated.status {
            return nil
        }
    }
}
