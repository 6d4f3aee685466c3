import LatchkeyAPI

/// Tells reverse proxies who may pass. It is asked for every request of the application behind it, so it reads one row
/// and waits for a write only where time has done something to the session.
struct GateService: Sendable {
    let store: any Store
    let authenticator: SessionAuthenticator

    /// - Parameter maxAge: Returns how long ago the passcode may have been given; nil for any time. Called once the
    ///   session is known to be open, so that a refusal of the session comes before one of the value.
    func decide(on credential: Credential?, maxAge: () throws -> Duration?) async throws -> GateDecision {
        guard let credential, let (session, now) = try await session(of: credential) else {
            return .closed(.unauthenticated)
        }
        guard !session.isLatched else { return .closed(.locked) }
        if let age = try maxAge(), !session.isPasscodeGiven(within: age, at: now) { return .closed(.passcodeTooOld) }
        authenticator.touches.note(session.sessionID, lastActiveAt: session.lastActiveAt)
        return .open(session)
    }

    /// Returns the live session of the credential, and the time at which it was read; nil when there is none.
    private func session(of credential: Credential) async throws -> (GateSession, now: Timestamp)? {
        let (session, now) = try await store.readAtOnce { transaction in
            let found = try transaction.sessions.gateSession(
                tokenDigest: credential.digest, attemptsReservedUpTo: transaction.now - AttemptLimits.settleWithin)
            return (found, transaction.now)
        }
        guard let session, session.kind == credential.kind, now < session.endsAt else { return nil }
        guard session.hasStaleAttempt || (!session.isLatched && session.isIdle(at: now)) else { return (session, now) }
        do {
            // Stores it first, as every other call does.
            let caller = try await authenticator.caller(credential)
            return (GateSession(caller, kind: session.kind), caller.now)
        } catch let problem as Problem where problem.kind == .unauthenticated {
            return nil
        }
    }
}

extension GateSession {
    fileprivate init(_ caller: Caller, kind: SessionToken.Kind) {
        self.init(
            accountID: caller.account.id, email: caller.account.email, sessionID: caller.session.id, kind: kind,
            endsAt: caller.session.expiresAt, lastActiveAt: caller.session.lastActiveAt, isLatched: caller.isLocked,
            passcodeEnabled: caller.account.passcodeEnabled, timeout: caller.account.timeout,
            passcodeGivenAt: caller.session.passcodeGivenAt, hasStaleAttempt: false)
    }
}

/// The gate's decision about a session.
enum GateDecision: Sendable {
    case open(GateSession)
    case closed(GateRefusal)
}

/// The reason why a session may not pass; the raw value is that of `X-Latchkey-Reason`.
enum GateRefusal: String, CaseIterable, Sendable {
    case unauthenticated
    case locked
    /// The passcode was given longer ago than the request allows, or never.
    case passcodeTooOld = "passcode-too-old"
}
